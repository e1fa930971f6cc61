import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { renderSVG } from 'uqr'
import { beginTotp, confirmTotp } from '#contract/calls/second-factor'
import type { Answer } from '#contract/client'
import { secondFactors } from '#messages/second-factors'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { errorText } from '../../platform/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { CodeInput } from '../../ui/code-input.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { FieldGroup } from '../../ui/field.tsx'
import { toast } from '../../ui/toasts.ts'
import { ProofForm } from './proof-form.tsx'
import { type SecondFactors, takeEnrolment, useRefetchFactors } from './queries.ts'
import { RecoveryCodesDialog } from './recovery-codes.tsx'

const CODE_DIGITS = 6

type Key = Answer<typeof beginTotp>

/** Enrols an authenticator app: proof, the key as a QR code, a first code, and the recovery codes of a first factor. */
export function AppDialog({ factors, onClose }: { factors: SecondFactors; onClose: () => void }) {
  const t = useMessages(secondFactors)
  const refetch = useRefetchFactors()
  const [key, setKey] = useState<Key | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const finish = (shown: readonly string[] | null) => {
    toast.success(t('app.added'), { id: 'second-factor' })
    void refetch()
    if (shown) setCodes(shown)
    else onClose()
  }
  return (
    <RecoveryCodesDialog
      codes={codes}
      onClose={onClose}
      title={t('app.add')}
      description={t(key ? 'app.scan' : 'app.text')}
    >
      {key ? (
        <AppKey sharedKey={key} onConfirmed={finish} />
      ) : (
        <ProofForm
          factors={factors}
          label={t('proof.next')}
          send={async (body) => setKey(await request(beginTotp, { body }))}
        />
      )}
    </RecoveryCodesDialog>
  )
}

type AppKeyProps = { sharedKey: Key; onConfirmed: (codes: readonly string[] | null) => void }

function AppKey({ sharedKey, onConfirmed }: AppKeyProps) {
  const t = useMessages(secondFactors)
  const [code, setCode] = useState('')
  const confirming = useMutation({
    mutationFn: async (typed: string) => takeEnrolment(await request(confirmTotp, { body: { code: typed } })),
    onSuccess: onConfirmed,
    onError: () => setCode(''),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.length === CODE_DIGITS) confirming.mutate(code)
  }
  // White around the code and black on white whatever the theme: cameras need the contrast.
  const picture = `data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(sharedKey.uri, { border: 4 }))}`
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <img src={picture} alt={t('app.qr')} width={208} height={208} className="self-center rounded-control bg-white" />
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <span className="text-muted">{t('app.key')}</span>
        <span dir="ltr" className="min-w-0 break-all font-mono">
          <Copyable text={sharedKey.secret} />
        </span>
      </p>
      <FieldGroup label={t('app.confirm')} error={confirming.error && errorText(confirming.error)}>
        <CodeInput length={CODE_DIGITS} value={code} onChange={setCode} onComplete={confirming.mutate} />
      </FieldGroup>
      <Button type="submit" wide loading={confirming.isPending} disabled={code.length < CODE_DIGITS}>
        {t('app.submit')}
      </Button>
    </form>
  )
}
