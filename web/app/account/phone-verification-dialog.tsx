import { MessageCircleMore } from 'lucide-react'
import { useState } from 'react'
import type { User } from '#contract/users'
import { phone as words } from '#messages/phone'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { errorText } from '../../platform/error-text.ts'
import { AuthProblem } from '../../shared/account/auth-problem.tsx'
import { CodeEntry } from '../../shared/account/code-entry.tsx'
import { CODE_LENGTH } from '../../shared/account/code-sending.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconDisc } from '../../ui/empty-state.tsx'
import { toast } from '../../ui/toasts.ts'
import { PhoneNumberForm } from './phone-number-form.tsx'
import { usePhoneVerification } from './use-phone-verification.ts'

type PhoneVerificationDialogProps = {
  /** Starts with entering another number. */
  isChanging: boolean
  onClose: () => void
}

/** Verifies the phone number with a code sent by WhatsApp; another number can be entered first. */
export function PhoneVerificationDialog({ isChanging, onClose }: PhoneVerificationDialogProps) {
  const t = useMessages(words)
  const me = useMe()
  const verification = usePhoneVerification(me, isChanging)
  const [isTyping, setIsTyping] = useState(isChanging || me.phone === null)
  const isDone = verification.isDone || (me.verifiedPhone && !isChanging)
  const { sending } = verification
  const titled = isDone ? 'done' : isChanging ? 'changeTitle' : 'title'
  const sendTo = async (typed: string) => {
    await sending.mutateAsync(typed)
    setIsTyping(false)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={t(titled)}
      {...(isDone || verification.isSent ? {} : { description: t('why') })}
    >
      {isDone ? (
        <PhoneVerified onClose={onClose} />
      ) : isTyping ? (
        <>
          <PhoneNumberForm me={me} onSend={sendTo} />
          {verification.dialog}
        </>
      ) : verification.isSent ? (
        <Code me={me} verification={verification} onChange={() => setIsTyping(true)} />
      ) : (
        <KnownPhone
          me={me}
          isPending={sending.isPending}
          error={sending.error}
          onSend={() => sending.mutate(null)}
          onChange={() => setIsTyping(true)}
        />
      )}
    </Dialog>
  )
}

type KnownPhoneProps = {
  me: User
  isPending: boolean
  error: Error | null
  onSend: () => void
  onChange: () => void
}

/** Shows the stored number and the channel before a code is sent. */
function KnownPhone({ me, isPending, error, onSend, onChange }: KnownPhoneProps) {
  const t = useMessages(words)
  return (
    <div className="flex flex-col gap-5">
      <AuthProblem title={t('failed')} text={error ? errorText(error) : undefined} />
      <p className="text-muted">
        {t('channel', { length: CODE_LENGTH })}{' '}
        <bdi translate="no" dir="ltr" className="figures font-semibold text-ink">
          {me.phone}
        </bdi>
      </p>
      <Button wide loading={isPending} onClick={onSend}>
        {t('send')}
      </Button>
      <Button variant="ghost" size="sm" disabled={isPending} onClick={onChange} className="self-start">
        {t('change')}
      </Button>
    </div>
  )
}

type CodeProps = { me: User; verification: ReturnType<typeof usePhoneVerification>; onChange: () => void }

function Code({ me, verification, onChange }: CodeProps) {
  const t = useMessages(words)
  const { code, setCode, confirming, sending, resendAt } = verification
  const resend = () => sending.mutate(null, { onSuccess: () => toast.success(t('resent'), { id: 'code' }) })
  return (
    <CodeEntry
      code={code}
      setCode={setCode}
      confirming={confirming}
      intro={
        <>
          {t('text', { length: CODE_LENGTH })}{' '}
          <bdi translate="no" dir="ltr" className="figures font-semibold text-ink">
            {me.phone}
          </bdi>
        </>
      }
      hint={t('validity')}
      sendingError={sending.error}
      resend={{ at: resendAt, isPending: sending.isPending, onResend: resend }}
      aside={
        <Button variant="ghost" size="sm" onClick={onChange}>
          {t('change')}
        </Button>
      }
    />
  )
}

function PhoneVerified({ onClose }: { onClose: () => void }) {
  const t = useMessages(words)
  return (
    <div className="flex flex-col items-center gap-5 pt-2 text-center">
      <IconDisc icon={MessageCircleMore} tone="success" />
      <p>{t('doneText')}</p>
      <Button wide onClick={onClose}>
        {t('finish')}
      </Button>
    </div>
  )
}
