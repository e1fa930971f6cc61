import { MailCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { User } from '#contract/users'
import { isStudent } from '#domain/roles'
import { FREE_TRIAL_MINUTES } from '#domain/subscriptions/minutes'
import { account } from '../../i18n/ar/account.ts'
import { useMessages } from '../../i18n/messages.ts'
import { errorText } from '../../lib/error-text.ts'
import { useMe } from '../../lib/me.ts'
import { useNow } from '../../lib/now.ts'
import { Button } from '../../ui/button.tsx'
import { CodeInput } from '../../ui/code-input.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconDisc } from '../../ui/empty-state.tsx'
import { FieldGroup } from '../../ui/field.tsx'
import { toast } from '../../ui/toasts.ts'
import { secondsToResend } from './code-sending.ts'
import { CODE_LENGTH, useEmailVerification } from './use-email-verification.ts'

/** Proves that the address is theirs, with the five digits that were mailed to it. */
export function EmailVerificationDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages(account)
  const me = useMe()
  const verification = useEmailVerification(me.id)
  const isDone = verification.isDone || me.verifiedEmail
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="sm"
      title={t(isDone ? 'verify.done' : 'verify.title')}
    >
      {isDone ? <Done me={me} onClose={onClose} /> : <CodeForm me={me} verification={verification} onLater={onClose} />}
    </Dialog>
  )
}

type Verification = ReturnType<typeof useEmailVerification>

function CodeForm({ me, verification, onLater }: { me: User; verification: Verification; onLater: () => void }) {
  const t = useMessages(account)
  const { code, setCode, sending, confirming } = verification
  const error = confirming.error ?? sending.error
  const form = useRef<HTMLFormElement>(null)
  // The boxes are empty again after a wrong code: the next try begins in the first.
  useEffect(() => {
    if (confirming.isError) form.current?.querySelector('input')?.focus()
  }, [confirming.isError])
  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.length === CODE_LENGTH) confirming.mutate(code)
      }}
    >
      <p className="text-muted">
        {t('verify.text', { length: CODE_LENGTH })} <bdi className="font-semibold text-ink">{me.email}</bdi>
      </p>
      <FieldGroup label={t('verify.code')} hint={t('verify.validity')} error={error && errorText(error)}>
        <div className={confirming.isError ? 'animate-shake' : ''}>
          <CodeInput length={CODE_LENGTH} value={code} onChange={setCode} onComplete={confirming.mutate} />
        </div>
      </FieldGroup>
      <Button type="submit" wide loading={confirming.isPending} disabled={code.length < CODE_LENGTH}>
        {t('verify.confirm')}
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Resend verification={verification} />
        <Button variant="ghost" size="sm" onClick={onLater}>
          {t('verify.later')}
        </Button>
      </div>
    </form>
  )
}

function Resend({ verification: { sentAt, sending } }: { verification: Verification }) {
  const t = useMessages(account)
  const seconds = secondsToResend(sentAt, useNow(1000))
  const resend = () => sending.mutate(undefined, { onSuccess: () => toast.success(t('verify.resent'), { id: 'code' }) })
  if (seconds > 0) return <p className="text-muted text-sm">{t('verify.resendIn', { seconds })}</p>
  return (
    <Button variant="ghost" size="sm" loading={sending.isPending} onClick={resend}>
      {t(sending.isPending ? 'verify.sending' : 'verify.resend')}
    </Button>
  )
}

function Done({ me, onClose }: { me: User; onClose: () => void }) {
  const t = useMessages(account)
  const text = isStudent(me.role) ? t('verify.doneStudent', { count: FREE_TRIAL_MINUTES }) : t('verify.doneTutor')
  return (
    <div className="flex flex-col items-center gap-5 pt-2 text-center">
      <IconDisc icon={MailCheck} tone="success" />
      <p>{text}</p>
      <Button wide onClick={onClose}>
        {t('verify.continue')}
      </Button>
    </div>
  )
}
