import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react'
import type { ChallengeDetails, GoogleRefusal } from '#contract/auth'
import { account } from '#messages/account'
import { googleLink } from '#messages/google-link'
import { useMessages } from '../../messages/messages.ts'
import { ApiError } from '../../platform/api.ts'
import { codeOf, codeText, errorText } from '../../platform/error-text.ts'
import { AuthProblem } from '../../shared/account/auth-problem.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { focusFirstField } from '../../ui/focus-hooks.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Loader } from '../../ui/loader.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'

// Only needed while the account's password is being guessed from elsewhere.
const ChallengeStep = lazyPart(async () => (await import('../../shared/account/challenge-step.tsx')).ChallengeStep)

type GoogleLinkStepProps = {
  account: GoogleRefusal
  error: Error | null
  isLinking: boolean
  onPassword: (password: string, challengeAnswer?: string) => void
  onForgotten: () => void
  onBack: () => void
}

const challengeIn = (error: Error | null): ChallengeDetails | null =>
  error instanceof ApiError && error.code === 'challenge-required' ? (error.details as ChallengeDetails) : null

/**
 * The password of an account with the address of the Google account, typed once to link the two (docs/rules/accounts.md 3.10).
 * An account without a password gets one by mail first.
 */
export function GoogleLinkStep({
  account: found,
  error,
  isLinking,
  onPassword,
  onForgotten,
  onBack,
}: GoogleLinkStepProps) {
  const t = useMessages(googleLink)
  const words = useMessages(account)
  const [password, setPassword] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [stopped, setStopped] = useState<string | null>(null)
  const given = challengeIn(error)
  const challenge = given?.challenge === stopped ? null : given
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => focusFirstField(form.current), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(password === '')
    if (password === '') focusFirstField(form.current)
    else if (!isLinking && !challenge) onPassword(password)
  }
  const code = error && codeOf(error)
  const problem = code === 'wrong-password' ? t('wrong') : code === 'unauthenticated' ? t('late') : undefined
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      <div>
        <h2 className="text-xl">{t('title')}</h2>
        <p className="mt-1 text-muted">
          {t(found.hasPassword ? 'text' : 'noPassword')}{' '}
          <bdi translate="no" dir="ltr" className="break-all font-semibold text-ink">
            {found.email}
          </bdi>
        </p>
      </div>
      <AuthProblem
        title={words('google.failed')}
        text={problem ?? (error && !challenge ? errorText(error) : undefined)}
      />
      <input type="email" autoComplete="username" value={found.email} readOnly hidden />
      {found.hasPassword && (
        <>
          <Field label={words('fields.password')} error={isMissing ? codeText('required-field') : undefined} required>
            <PasswordInput
              name="password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
              autoComplete="current-password"
            />
          </Field>
          {challenge ? (
            <Suspense fallback={<Loader />}>
              <ChallengeStep
                key={challenge.challenge}
                details={challenge}
                onSolved={(answer) => onPassword(password, answer)}
                onFailed={() => setStopped(challenge.challenge)}
                onCancel={() => {
                  setStopped(challenge.challenge)
                  focusFirstField(form.current)
                }}
              />
            </Suspense>
          ) : (
            <Button type="submit" size="lg" wide loading={isLinking}>
              {t('submit')}
            </Button>
          )}
        </>
      )}
      <div className="flex flex-wrap gap-x-2 gap-y-1">
        <Button variant="ghost" size="sm" onClick={onForgotten}>
          {found.hasPassword ? words('login.forgot') : t('setPassword')}
        </Button>
        <Button variant="ghost" size="sm" onClick={onBack}>
          {t('back')}
        </Button>
      </div>
    </form>
  )
}
