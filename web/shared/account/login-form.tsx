import { Mail } from 'lucide-react'
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react'
import type { ChallengeDetails } from '#contract/auth'
import { logIn } from '#contract/calls/auth'
import type { Answer } from '#contract/client'
import type { SecondFactorDetails } from '#contract/second-factor'
import { account } from '#messages/account'
import { useMessages } from '../../messages/messages.ts'
import { ApiError, request } from '../../platform/api.ts'
import { codeOf, codeText } from '../../platform/error-text.ts'
import { loadErrorWords } from '../../platform/error-words.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { moveFocus } from '../../ui/focus.ts'
import { Input } from '../../ui/input.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Loader } from '../../ui/loader.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { AuthProblem } from './auth-problem.tsx'
import { storedTypedEmail, storeTypedEmail } from './typed-email.ts'

// Staff alone are asked for it.
const SecondStep = lazyPart(async () => (await import('./second-step.tsx')).SecondStep)

// Only needed while the account's password is being guessed from elsewhere.
const ChallengeStep = lazyPart(async () => (await import('./challenge-step.tsx')).ChallengeStep)

type LoginFormProps = {
  /** Answers a message when this account may not use this app. */
  onSignedIn: (session: Answer<typeof logIn>) => Promise<string | undefined>
  /** Absent where a forgotten password cannot be reset. */
  onForgotten?: () => void
}

const FIELDS = ['email', 'password'] as const

type Problems = { email?: string; password?: string; form?: string | undefined }

/**
 * The one form without `ui/form.tsx`: it is the first screen of many, has two fields that must not be empty, and the
 * forms' library with the schemas would double what it weighs. The server judges anything else.
 */
export function LoginForm({ onSignedIn, onForgotten }: LoginFormProps) {
  const t = useMessages(account)
  const [typed, setTyped] = useState({ email: '', password: '' })
  const [problems, setProblems] = useState<Problems>({})
  const [isSubmitting, setSubmitting] = useState(false)
  const [secondFactor, setSecondFactor] = useState<SecondFactorDetails | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const [challenge, setChallenge] = useState<ChallengeDetails | null>(null)

  // The edge, which renders the form, does not know it. By now somebody may be typing into the field.
  useEffect(() => {
    const email = storedTypedEmail()
    const isUntouched = form.current?.querySelector('input[name=email]:placeholder-shown:not(:focus)')
    if (email !== '' && isUntouched) setTyped((before) => (before.email === '' ? { ...before, email } : before))
  }, [])

  const type = (field: 'email' | 'password') => (event: { target: { value: string } }) => {
    const { value } = event.target
    // Both fields may change before the next render, as when they were filled before hydration.
    setTyped((before) => ({ ...before, [field]: value }))
    if (problems[field]) setProblems({})
  }
  const signIn = async (challengeAnswer?: string) => {
    setSubmitting(true)
    setChallenge(null)
    const body = challengeAnswer === undefined ? typed : { ...typed, challengeAnswer }
    try {
      const problem = await onSignedIn(await request(logIn, { body }, { asGuest: true }))
      setProblems({ form: problem })
    } catch (error) {
      const code = codeOf(error)
      if (code === 'second-factor-required' && error instanceof ApiError)
        return setSecondFactor(error.details as SecondFactorDetails)
      if (code === 'challenge-required' && error instanceof ApiError)
        return setChallenge(error.details as ChallengeDetails)
      setProblems({ form: code === 'wrong-password' ? t('login.wrong') : codeText(code) })
    } finally {
      setSubmitting(false)
    }
  }
  const showEmpty = async (fields: readonly (typeof FIELDS)[number][]) => {
    moveFocus(form.current?.querySelector<HTMLInputElement>(`input[name=${fields[0]}]`))
    await loadErrorWords()
    setProblems(Object.fromEntries(fields.map((field) => [field, codeText('required-field')])))
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const empty = FIELDS.filter((field) => (field === 'email' ? typed.email.trim() : typed.password) === '')
    setProblems({})
    if (empty.length > 0) void showEmpty(empty)
    else if (!isSubmitting && !challenge) void signIn()
  }

  if (secondFactor)
    return (
      <Suspense fallback={<Loader />}>
        <SecondStep
          details={secondFactor}
          onSignedIn={onSignedIn}
          onBack={() => {
            setSecondFactor(null)
            setTyped({ ...typed, password: '' })
          }}
        />
      </Suspense>
    )
  const forgotten = onForgotten && (
    <button
      type="button"
      onClick={onForgotten}
      className="relative self-center rounded-sm font-semibold text-brand-ink text-sm before:absolute before:-inset-3 before:content-['']"
    >
      {t('login.forgot')}
    </button>
  )
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      <AuthProblem title={t('failed.login')} text={problems.form} />
      <Field label={t('fields.email')} error={problems.email} required>
        <Input
          name="email"
          value={typed.email}
          onChange={type('email')}
          onBlur={() => storeTypedEmail(typed.email)}
          type="email"
          flow="ltr"
          icon={Mail}
          autoComplete="username"
          inputMode="email"
        />
      </Field>
      <Field label={t('fields.password')} error={problems.password} required>
        <PasswordInput
          name="password"
          value={typed.password}
          onChange={type('password')}
          autoComplete="current-password"
        />
      </Field>
      {challenge ? (
        <Suspense fallback={<Loader />}>
          <ChallengeStep
            key={challenge.challenge}
            details={challenge}
            onSolved={(answer) => void signIn(answer)}
            onFailed={() => {
              setChallenge(null)
              setProblems({ form: codeText('challenge-required') })
            }}
            onCancel={() => {
              setChallenge(null)
              moveFocus(form.current?.querySelector<HTMLInputElement>('input[name=password]'))
            }}
          />
        </Suspense>
      ) : (
        <Button type="submit" size="lg" wide loading={isSubmitting}>
          {t('login.submit')}
        </Button>
      )}
      {/* After the button: the key that leaves the e-mail leads to the password, not to a link into which it would be typed. */}
      {forgotten}
    </form>
  )
}
