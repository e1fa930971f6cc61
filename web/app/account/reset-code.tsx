import { useState } from 'react'
import { sendPasswordCode } from '#contract/calls/verification'
import { RESET_CODE_LENGTH } from '#domain/auth/verification-codes'
import { emailVerification } from '#messages/email-verification'
import { reset } from '#messages/reset'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { CodeEntry } from '../../shared/account/code-entry.tsx'
import { useCodeSending } from '../../shared/account/use-code-sending.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toasts.ts'

type ResetCodeProps = { email: string; refusal: Error | null; onTyped: (code: string) => void; onOther: () => void }

/** Asks for the mailed code. The server checks it only together with the new password. */
export function ResetCode({ email, refusal, onTyped, onOther }: ResetCodeProps) {
  const t = useMessages(emailVerification)
  const words = useMessages(reset)
  const [code, setCode] = useState('')
  const [refused, setRefused] = useState(refusal)
  const { resendAt, sending } = useCodeSending(
    `reset.${email}`,
    () => request(sendPasswordCode, { body: { email } }),
    () => {
      setCode('')
      setRefused(null)
      toast.success(t('resent'), { id: 'code' })
    },
  )
  const next = { mutate: onTyped, error: refused, isError: refused !== null, isPending: false }
  return (
    <CodeEntry
      typedLength={RESET_CODE_LENGTH}
      code={code}
      setCode={setCode}
      confirming={next}
      intro={
        <>
          {words('codeText', { length: RESET_CODE_LENGTH })}{' '}
          <bdi translate="no" className="font-semibold text-ink">
            {email}
          </bdi>
        </>
      }
      hint={t('validity')}
      sendingError={sending.error}
      resend={{ at: resendAt, isPending: sending.isPending, onResend: () => sending.mutate(undefined) }}
      aside={
        <Button variant="ghost" size="sm" onClick={onOther}>
          {words('otherEmail')}
        </Button>
      }
    />
  )
}
