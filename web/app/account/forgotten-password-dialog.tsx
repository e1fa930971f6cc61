import { useState } from 'react'
import type { logIn } from '#contract/auth'
import type { Answer } from '#contract/client'
import { reset } from '#messages/reset'
import { useMessages } from '../../messages/messages.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ResetAddressForm } from './reset-address-form.tsx'
import { ResetCode } from './reset-code.tsx'
import { ResetPasswordForm } from './reset-password-form.tsx'

type ResetStep =
  | { at: 'address' }
  | { at: 'code'; email: string; refusal: Error | null }
  | { at: 'password'; email: string; code: string }

type ForgottenPasswordDialogProps = {
  onClose: () => void
  onSignedIn: (session: Answer<typeof logIn>) => Promise<unknown>
}

/**
 * Address, mailed code, new password, signed in (docs/rules/screens.md 3.1). A wrong code leads back to the code's
 * step.
 */
export function ForgottenPasswordDialog({ onClose, onSignedIn }: ForgottenPasswordDialogProps) {
  const words = useMessages(reset)
  const [step, setStep] = useState<ResetStep>({ at: 'address' })
  return (
    <Dialog open onClose={onClose} size="sm" title={words(step.at === 'password' ? 'passwordTitle' : 'title')}>
      {step.at === 'address' && (
        <ResetAddressForm onSent={(email) => setStep({ at: 'code', email, refusal: null })} onCancel={onClose} />
      )}
      {step.at === 'code' && (
        <ResetCode
          {...step}
          onTyped={(code) => setStep({ at: 'password', email: step.email, code })}
          onOther={() => setStep({ at: 'address' })}
        />
      )}
      {step.at === 'password' && (
        <ResetPasswordForm
          {...step}
          onSignedIn={onSignedIn}
          onBadCode={(refusal) => setStep({ at: 'code', email: step.email, refusal })}
          onCancel={onClose}
        />
      )}
    </Dialog>
  )
}
