import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import type { User } from '#contract/users'
import { isStudent } from '#domain/roles'
import { FREE_TRIAL_MINUTES } from '#domain/subscriptions/minutes'
import { emailVerification } from '#messages/email-verification'
import { useMessages } from '../../messages/messages.ts'
import { useMe, useOwnSubscription } from '../../platform/current-user.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconDisc } from '../../ui/empty-state.tsx'
import { toast } from '../../ui/toasts.ts'
import { CodeEntry } from './code-entry.tsx'
import { CODE_LENGTH } from './code-sending.ts'
import { useEmailVerification } from './use-email-verification.ts'

/** Verifies the account's e-mail address with the code that was mailed to it. */
export function EmailVerificationDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages(emailVerification)
  const me = useMe()
  const verification = useEmailVerification(me.id)
  const [isChange] = useState(me.pendingEmail !== null)
  const isDone = verification.isDone || (me.verifiedEmail && me.pendingEmail === null)
  return (
    <Dialog open onClose={onClose} size="sm" title={t(isDone ? 'done' : 'title')}>
      {isDone ? (
        <EmailVerified me={me} isChange={isChange} onClose={onClose} />
      ) : (
        <CodeForm me={me} verification={verification} onLater={onClose} />
      )}
    </Dialog>
  )
}

type Verification = ReturnType<typeof useEmailVerification>

function CodeForm({ me, verification, onLater }: { me: User; verification: Verification; onLater: () => void }) {
  const t = useMessages(emailVerification)
  const { code, setCode, sending, confirming, resendAt } = verification
  const resend = () => sending.mutate(undefined, { onSuccess: () => toast.success(t('resent'), { id: 'code' }) })
  return (
    <CodeEntry
      code={code}
      setCode={setCode}
      confirming={confirming}
      intro={
        <>
          {t('text', { length: CODE_LENGTH })}{' '}
          <bdi translate="no" className="font-semibold text-ink">
            {me.pendingEmail ?? me.email}
          </bdi>
        </>
      }
      hint={t('validity')}
      sendingError={sending.error}
      resend={{ at: resendAt, isPending: sending.isPending, onResend: resend }}
      aside={
        <Button variant="ghost" size="sm" onClick={onLater}>
          {t('later')}
        </Button>
      }
    />
  )
}

type EmailVerifiedProps = { me: User; isChange: boolean; onClose: () => void }

function EmailVerified({ me, isChange, onClose }: EmailVerifiedProps) {
  const t = useMessages(emailVerification)
  const trial = useOwnSubscription().data?.trial
  // Until the subscription is read again it is unknown whether the address alone started the trial.
  const ofTrial = {
    given: t('doneStudent', { count: FREE_TRIAL_MINUTES }),
    'needs-proof': t('doneNeedsProof'),
    'needs-email': '',
  }
  const ofStudent = trial ? ofTrial[trial] : ''
  const first = isStudent(me.role) ? ofStudent : t('doneTutor')
  const text = isChange ? t('doneChanged') : first
  return (
    <div className="flex flex-col items-center gap-5 pt-2 text-center">
      <IconDisc icon={MailCheck} tone="success" />
      <p>{text}</p>
      <Button wide onClick={onClose}>
        {t('continue')}
      </Button>
    </div>
  )
}
