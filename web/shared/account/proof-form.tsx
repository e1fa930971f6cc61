import { Fingerprint } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { beginConfirmation } from '#contract/calls/second-factor'
import type { Input as BodyOf } from '#contract/client'
import type { ProofMethod } from '#contract/proof'
import type { removeTotp } from '#contract/second-factor'
import { passkeySiteOf } from '#domain/auth/second-factor'
import { proof as words } from '#messages/proof'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { codeOf, errorText } from '../../platform/error-text.ts'
import { canUsePasskeys, PasskeyCanceled, signWithPasskey } from '../../platform/passkeys.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { GoogleMark } from '../../ui/google-mark.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { proveByGoogleRedirect } from './google-proof.ts'

export type Proof = BodyOf<typeof removeTotp>['body']

type ProofFormProps = {
  /** What the account has to prove itself by. */
  methods: readonly ProofMethod[]
  /** What the button does: "add", "remove". */
  label: string
  tone?: 'primary' | 'danger'
  /** Whatever it throws is shown. */
  send: (proof: Proof) => Promise<unknown>
}

/**
 * Asks for the password, a code or a sign-in at Google where the account has no password, or a passkey
 * (docs/rules/accounts.md 4.4).
 */
export function ProofForm({ methods, label, tone = 'primary', send }: ProofFormProps) {
  const t = useMessages(words)
  const { email, role } = useMe()
  const [typed, setTyped] = useState('')
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const kind = methods.includes('password') ? 'password' : methods.includes('code') ? 'code' : null
  const hasGoogle = methods.includes('google') && kind !== 'password'
  const hasPasskey = methods.includes('passkey') && canUsePasskeys(passkeySiteOf(role))

  const attempt = async (proofOf: () => Promise<Proof>) => {
    setSending(true)
    setProblem(null)
    try {
      await send(await proofOf())
    } catch (error) {
      if (error instanceof PasskeyCanceled) setProblem(t('canceled'))
      else setProblem(codeOf(error) === 'wrong-password' ? t('wrong') : errorText(error))
    } finally {
      setSending(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A portal's events bubble to the form that has opened this one.
    event.stopPropagation()
    if (!isSending && kind !== null && typed !== '') void attempt(async () => ({ [kind]: typed }))
  }
  const byPasskey = () =>
    void attempt(async () => ({ passkey: await signWithPasskey(await request(beginConfirmation, {})) }))
  const byGoogle = () => {
    const { pathname, search } = window.location
    void proveByGoogleRedirect(`${pathname}${search}`)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <div role="alert" className="empty:hidden">
        {problem && <Banner tone="danger">{problem}</Banner>}
      </div>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {kind === 'password' && (
        <Field label={t('password')} required>
          <PasswordInput
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="current-password"
          />
        </Field>
      )}
      {kind === 'code' && (
        <Field label={t('code')} required>
          <Input
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            flow="ltr"
            inputMode="numeric"
            autoComplete="one-time-code"
          />
        </Field>
      )}
      {kind === null && !hasPasskey && !hasGoogle && <p>{t('none')}</p>}
      {hasGoogle && <p>{t('googleText')}</p>}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {kind !== null && (
          <Button type="submit" variant={tone} loading={isSending} disabled={typed === ''} className="flex-1">
            {label}
          </Button>
        )}
        {hasPasskey && (
          <Button variant="secondary" icon={Fingerprint} disabled={isSending} onClick={byPasskey}>
            {t('passkey')}
          </Button>
        )}
        {hasGoogle && (
          <Button variant="secondary" disabled={isSending} onClick={byGoogle}>
            <GoogleMark />
            {t('google')}
          </Button>
        )}
      </div>
    </form>
  )
}

type ProofDialogProps = {
  methods: readonly ProofMethod[]
  /** Why it is asked for, and what the button does, where it is not a change of how the account is entered. */
  text?: string
  label?: string
  send: (proof: Proof) => Promise<unknown>
  onClose: () => void
}

/** Asks the owner for a proof. */
export function ProofDialog({ methods, text, label, send, onClose }: ProofDialogProps) {
  const t = useMessages(words)
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={t('title')}
      {...(methods.length > 0 ? { description: text ?? t('text') } : {})}
    >
      <ProofForm methods={methods} label={label ?? t('confirm')} send={send} />
    </Dialog>
  )
}
