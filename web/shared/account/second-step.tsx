import { useMutation } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { logIn } from '#contract/auth'
import { secondFactorOptions, signInBySecondFactor } from '#contract/calls/second-factor'
import type { Answer } from '#contract/client'
import type { SecondFactorDetails } from '#contract/second-factor'
import { secondStep } from '#messages/second-step'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { codeOf, errorText } from '../../platform/error-text.ts'
import { canUsePasskeys, PasskeyCanceled, signWithPasskey } from '../../platform/passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { CodeInput } from '../../ui/code-input.tsx'
import { Field, FieldGroup } from '../../ui/field.tsx'
import { focusFirstField } from '../../ui/focus-hooks.ts'
import { Input } from '../../ui/input.tsx'
import { AuthProblem } from './auth-problem.tsx'

type Session = Answer<typeof logIn>
type Way = 'code' | 'passkey' | 'recoveryCode'

const CODE_DIGITS = 6

type SecondStepProps = {
  details: SecondFactorDetails
  /** Answers a message when this account may not use this app. */
  onSignedIn: (session: Session) => Promise<string | undefined>
  onBack: () => void
}

/** The ways that the account has and this page can take, the first of which is offered first. */
function useWays({ methods, passkeySite }: SecondFactorDetails): Way[] {
  const [isPossible] = useState(() => canUsePasskeys(passkeySite))
  return methods.filter((method) => method !== 'passkey' || isPossible)
}

function useSecondStep({ details, onSignedIn }: SecondStepProps) {
  const t = useMessages(secondStep)
  const { challenge } = details
  const mutation = useMutation({
    mutationFn: async (given: { code?: string; recoveryCode?: string } | 'passkey') => {
      const body =
        given === 'passkey'
          ? {
              challenge,
              passkey: await signWithPasskey(
                await request(secondFactorOptions, { body: { challenge } }, { asGuest: true }),
              ),
            }
          : { challenge, ...given }
      return onSignedIn(await request(signInBySecondFactor, { body }, { asGuest: true }))
    },
  })
  const problemOf = (error: unknown, isRecovery: boolean): string => {
    if (error instanceof PasskeyCanceled) return t('canceled')
    const code = codeOf(error)
    if (code === 'unauthenticated') return t('late')
    if (code === 'invalid-verification-code') return t(isRecovery ? 'wrongRecovery' : 'wrongCode')
    return errorText(error)
  }
  return { mutation, problemOf }
}

/** The second step of a sign-in by staff (docs/rules/staff.md 4.3). */
export function SecondStep(props: SecondStepProps) {
  const t = useMessages(secondStep)
  const ways = useWays(props.details)
  const [way, setWay] = useState<Way>(ways[0] ?? 'recoveryCode')
  const { mutation, problemOf } = useSecondStep(props)
  const change = (next: Way) => {
    mutation.reset()
    setWay(next)
  }
  const problem = mutation.error ? problemOf(mutation.error, way === 'recoveryCode') : (mutation.data ?? undefined)
  const hasPasskeyElsewhere = props.details.methods.includes('passkey') && !ways.includes('passkey')
  return (
    <div className="flex flex-col gap-5">
      <h2 className="text-xl">{t('title')}</h2>
      <AuthProblem title={t('failed')} text={problem} />
      {way === 'passkey' ? (
        <PasskeyStep isPending={mutation.isPending} onPress={() => mutation.mutate('passkey')} />
      ) : way === 'code' ? (
        <AppCodeStep
          isPending={mutation.isPending}
          hasFailed={mutation.isError}
          onCode={(code) => mutation.mutate({ code })}
        />
      ) : (
        <RecoveryStep
          isPending={mutation.isPending}
          note={hasPasskeyElsewhere && props.details.passkeySite === 'dashboard' ? t('passkeyOnlyHere') : null}
          onCode={(recoveryCode) => mutation.mutate({ recoveryCode })}
        />
      )}
      <div className="flex flex-wrap gap-x-2 gap-y-1">
        {ways.includes('passkey') && way !== 'passkey' && (
          <Button variant="ghost" size="sm" icon={Fingerprint} onClick={() => change('passkey')}>
            {t('passkey')}
          </Button>
        )}
        {ways.includes('code') && way !== 'code' && (
          <Button variant="ghost" size="sm" onClick={() => change('code')}>
            {t('useCode')}
          </Button>
        )}
        {ways.includes('recoveryCode') && way !== 'recoveryCode' && (
          <Button variant="ghost" size="sm" onClick={() => change('recoveryCode')}>
            {t('useRecovery')}
          </Button>
        )}
        <Button variant="ghost" size="sm" onClick={props.onBack}>
          {t('back')}
        </Button>
      </div>
    </div>
  )
}

function PasskeyStep({ isPending, onPress }: { isPending: boolean; onPress: () => void }) {
  const t = useMessages(secondStep)
  return (
    <>
      <p className="text-muted">{t('passkeyText')}</p>
      <Button size="lg" wide icon={Fingerprint} loading={isPending} onClick={onPress}>
        {t('passkey')}
      </Button>
    </>
  )
}

type CodeStepProps = { isPending: boolean; hasFailed: boolean; onCode: (code: string) => void }

function AppCodeStep({ isPending, hasFailed, onCode }: CodeStepProps) {
  const t = useMessages(secondStep)
  const [code, setCode] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => focusFirstField(form.current), [])
  useEffect(() => {
    if (!hasFailed) return
    setCode('')
    focusFirstField(form.current)
  }, [hasFailed])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.length === CODE_DIGITS && !isPending) onCode(code)
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      <p className="text-muted">{t('codeText')}</p>
      <FieldGroup label={t('code')}>
        <CodeInput length={CODE_DIGITS} value={code} onChange={setCode} onComplete={onCode} />
      </FieldGroup>
      <Button type="submit" size="lg" wide loading={isPending} disabled={code.length < CODE_DIGITS}>
        {t('submit')}
      </Button>
    </form>
  )
}

type RecoveryStepProps = { isPending: boolean; note: string | null; onCode: (code: string) => void }

function RecoveryStep({ isPending, note, onCode }: RecoveryStepProps) {
  const t = useMessages(secondStep)
  const [code, setCode] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => focusFirstField(form.current), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() !== '' && !isPending) onCode(code)
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
      <p className="text-muted">{note ?? t('recoveryText')}</p>
      <Field label={t('recoveryCode')} required>
        <Input
          name="recoveryCode"
          value={code}
          onChange={(event) => setCode(event.target.value)}
          flow="ltr"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
      </Field>
      <Button type="submit" size="lg" wide loading={isPending}>
        {t('submit')}
      </Button>
    </form>
  )
}
