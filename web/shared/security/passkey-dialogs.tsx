import { type FormEvent, useState } from 'react'
import { addPasskey, beginPasskey, removePasskey, renamePasskey } from '#contract/calls/second-factor'
import { MAX_PASSKEY_NAME } from '#domain/auth/second-factor'
import { secondFactors } from '#messages/second-factors'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { errorText } from '../../platform/error-text.ts'
import { createPasskey } from '../../platform/passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toasts.ts'
import { ProofForm } from './proof-form.tsx'
import { type SecondFactors, takeEnrolment, useRefetchFactors } from './queries.ts'
import { RecoveryCodesDialog } from './recovery-codes.tsx'

export type Passkey = SecondFactors['passkeys'][number]

/** Enrols a passkey: its name and proof, the browser's own dialog, and the recovery codes of a first factor. */
export function AddPasskeyDialog({ factors, onClose }: { factors: SecondFactors; onClose: () => void }) {
  const t = useMessages(secondFactors)
  const refetch = useRefetchFactors()
  const [name, setName] = useState('')
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const add = async (proof: Parameters<Parameters<typeof ProofForm>[0]['send']>[0]) => {
    const credential = await createPasskey(await request(beginPasskey, { body: proof }))
    const body = { name: name.trim() || t('passkeys.title'), credential }
    const shown = takeEnrolment(await request(addPasskey, { body }))
    toast.success(t('passkeys.added'), { id: 'second-factor' })
    void refetch()
    if (shown) setCodes(shown)
    else onClose()
  }
  return (
    <RecoveryCodesDialog codes={codes} onClose={onClose} title={t('passkeys.add')} description={t('passkeys.text')}>
      <div className="flex flex-col gap-5">
        <Field label={t('passkeys.name')} hint={t('passkeys.nameHint')}>
          <Input value={name} maxLength={MAX_PASSKEY_NAME} onChange={(event) => setName(event.target.value)} />
        </Field>
        <ProofForm factors={factors} label={t('proof.next')} send={add} />
      </div>
    </RecoveryCodesDialog>
  )
}

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useMessages(secondFactors)
  const refetch = useRefetchFactors()
  const [name, setName] = useState(passkey.name)
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const save = async () => {
    setSending(true)
    try {
      await request(renamePasskey, { params: { id: passkey.id }, body: { name } })
      toast.success(t('passkeys.renamed'), { id: 'second-factor' })
      void refetch()
      onClose()
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setSending(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '' && !isSending) void save()
  }
  return (
    <Dialog open onClose={onClose} size="sm" title={t('passkeys.renameTitle')}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Field label={t('passkeys.name')} error={problem} required>
          <Input value={name} maxLength={MAX_PASSKEY_NAME} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Button type="submit" loading={isSending} disabled={name.trim() === ''}>
          {t('passkeys.save')}
        </Button>
      </form>
    </Dialog>
  )
}

type RemovePasskeyProps = { passkey: Passkey; factors: SecondFactors; onClose: () => void }

export function RemovePasskeyDialog({ passkey, factors, onClose }: RemovePasskeyProps) {
  const t = useMessages(secondFactors)
  const refetch = useRefetchFactors()
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={t('passkeys.removeTitle', { name: passkey.name })}
      description={t('passkeys.removeText')}
    >
      <ProofForm
        factors={factors}
        label={t('passkeys.remove', { name: passkey.name })}
        tone="danger"
        send={async (body) => {
          await request(removePasskey, { params: { id: passkey.id }, body })
          toast.success(t('passkeys.removed'), { id: 'second-factor' })
          void refetch()
          onClose()
        }}
      />
    </Dialog>
  )
}
