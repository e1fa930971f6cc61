import { Fingerprint } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Input as BodyOf } from '#contract/call'
import { beginConfirmation, type removeTotp } from '#contract/second-factor'
import { staffSecurity } from '../../i18n/ar/staff-security.ts'
import { useMessages } from '../../i18n/messages.ts'
import { request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { codeOf, errorText } from '../../platform/error-text.ts'
import { canUsePasskeys, PasskeyCanceled, signWithPasskey } from '../../platform/passkeys.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import type { SecondFactors } from './queries.ts'

export type Proof = BodyOf<typeof removeTotp>['body']

type ProofFormProps = {
  factors: SecondFactors
  /** What the button does: "add", "remove". */
  label: string
  tone?: 'primary' | 'danger'
  /** Whatever it throws is shown; `name` of a passkey and the like is the caller's. */
  send: (proof: Proof) => Promise<unknown>
}

/**
 * What confirms a change of second factors (docs/rules/staff.md 4.6): the password, a code where the account has no password, or
 * a passkey. An account that has none of them has just signed in.
 */
export function ProofForm({ factors, label, tone = 'primary', send }: ProofFormProps) {
  const t = useMessages(staffSecurity)
  const { hasPassword, email } = useMe()
  const [typed, setTyped] = useState('')
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const kind = hasPassword ? 'password' : factors.totp ? 'code' : null

  const attempt = async (proofOf: () => Promise<Proof>) => {
    setSending(true)
    setProblem(null)
    try {
      await send(await proofOf())
    } catch (error) {
      if (error instanceof PasskeyCanceled) setProblem(t('passkeys.canceled'))
      else setProblem(codeOf(error) === 'wrong-password' ? t('proof.wrong') : errorText(error))
    } finally {
      setSending(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSending) void attempt(async () => (kind === null ? {} : { [kind]: typed }))
  }
  const byPasskey = () =>
    void attempt(async () => ({ passkey: await signWithPasskey(await request(beginConfirmation, {})) }))
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <div role="alert" className="empty:hidden">
        {problem && <Banner tone="danger">{problem}</Banner>}
      </div>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {kind === 'password' && (
        <Field label={t('proof.password')} hint={t('proof.text')} required>
          <PasswordInput
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="current-password"
          />
        </Field>
      )}
      {kind === 'code' && (
        <Field label={t('proof.code')} hint={t('proof.text')} required>
          <Input
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            flow="ltr"
            inputMode="numeric"
            autoComplete="one-time-code"
          />
        </Field>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          variant={tone}
          loading={isSending}
          disabled={kind !== null && typed === ''}
          className="flex-1"
        >
          {label}
        </Button>
        {factors.passkeys.length > 0 && canUsePasskeys() && (
          <Button variant="secondary" icon={Fingerprint} disabled={isSending} onClick={byPasskey}>
            {t('proof.passkey')}
          </Button>
        )}
      </div>
    </form>
  )
}
