import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { askGuardian, confirmGuardian } from '#contract/calls/guardians'
import { confirmGuardian as confirmation } from '#contract/guardians'
import { GUARDIAN_TEXT } from '#domain/students/guardians'
import { normalPhone } from '#domain/users/phone'
import { guardian } from '#messages/guardian'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { keys } from '../../platform/query-keys.ts'
import { AuthProblem } from '../../shared/account/auth-problem.tsx'
import { CodeEntry } from '../../shared/account/code-entry.tsx'
import { CODE_LENGTH } from '../../shared/account/code-sending.ts'
import { filled } from '../../shared/account/profile-schema.ts'
import { useCodeSending } from '../../shared/account/use-code-sending.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconDisc } from '../../ui/empty-state.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { TextField } from '../../ui/form-fields.tsx'
import { toast } from '../../ui/toasts.ts'
import { GuardianText } from './guardian-text.tsx'

const { shape } = confirmation.body
const schema = z.object({ name: filled(shape.name), phone: filled(shape.phone) })

type Given = { name: string; phone: string }

/** Sends the guardian a code and confirms it, which is their consent (docs/rules/privacy.md 6.3). */
function useGuardian() {
  const me = useMe()
  const queryClient = useQueryClient()
  const [code, setCode] = useState('')
  const [given, setGiven] = useState<Given | null>(null)
  const { resendAt, sending } = useCodeSending(
    `${me.id}.guardian`,
    async (to: Given) => {
      await request(askGuardian, { body: { phone: to.phone } })
      setGiven(to)
    },
    () => {
      setCode('')
      confirming.reset()
    },
  )
  const confirming = useMutation({
    mutationFn: async (typed: string) => {
      if (given === null) return
      const body = { ...given, code: Number(typed), textVersion: GUARDIAN_TEXT }
      await request(confirmGuardian, { body })
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: keys.currentUser }),
        queryClient.invalidateQueries({ queryKey: keys.guardian }),
      ])
    },
    onError: () => setCode(''),
  })
  return { code, setCode, given, setGiven, resendAt, sending, confirming }
}

/** Asks a minor for their guardian, and then for the code that the guardian has got. */
export function GuardianDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages(guardian)
  const asking = useGuardian()
  const isDone = asking.confirming.isSuccess
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={t(isDone ? 'done' : 'title')}
      {...(isDone || asking.given ? {} : { description: t('why') })}
    >
      {isDone ? (
        <div className="flex flex-col items-center gap-5 pt-2 text-center">
          <IconDisc icon={ShieldCheck} tone="success" />
          <p>{t('doneText')}</p>
          <Button wide onClick={onClose}>
            {t('finish')}
          </Button>
        </div>
      ) : asking.given ? (
        <Code asking={asking} given={asking.given} />
      ) : (
        <GuardianForm onSend={(typed) => asking.sending.mutateAsync(typed)} />
      )}
    </Dialog>
  )
}

function GuardianForm({ onSend }: { onSend: (given: Given) => Promise<unknown> }) {
  const t = useMessages(guardian)
  const form = useForm({
    schema,
    defaultValues: { name: '', phone: '' },
    send: ({ name, phone }) => onSend({ name, phone: normalPhone(phone) }),
  })
  return (
    <Form form={form} takesFocus className="flex flex-col gap-5">
      <AuthProblem title={t('notSent')} text={form.problem} />
      <GuardianText />
      <TextField form={form} name="name" label={t('name')} hint={t('nameHint')} required autoComplete="off" />
      <TextField
        form={form}
        name="phone"
        label={t('phone')}
        hint={t('phoneHint')}
        required
        type="tel"
        flow="ltr"
        inputMode="tel"
        autoComplete="off"
      />
      <Button type="submit" wide loading={form.isSending}>
        {t('send')}
      </Button>
    </Form>
  )
}

type CodeProps = { asking: ReturnType<typeof useGuardian>; given: Given }

function Code({ asking, given }: CodeProps) {
  const t = useMessages(guardian)
  const { code, setCode, setGiven, confirming, sending, resendAt } = asking
  const resend = () => sending.mutate(given, { onSuccess: () => toast.success(t('resent'), { id: 'code' }) })
  return (
    <CodeEntry
      code={code}
      setCode={setCode}
      confirming={confirming}
      intro={
        <>
          {t('sent', { length: CODE_LENGTH })}{' '}
          <bdi translate="no" dir="ltr" className="figures font-semibold text-ink">
            {given.phone}
          </bdi>
        </>
      }
      hint={t('validity')}
      sendingError={sending.error}
      resend={{ at: resendAt, isPending: sending.isPending, onResend: resend }}
      aside={
        <Button variant="ghost" size="sm" onClick={() => setGiven(null)}>
          {t('change')}
        </Button>
      }
    />
  )
}
