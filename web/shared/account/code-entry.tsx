import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import type { Instant } from '#domain/cairo'
import { emailVerification } from '#messages/email-verification'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { errorText } from '../../platform/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { CodeInput } from '../../ui/code-input.tsx'
import { FieldGroup } from '../../ui/field.tsx'
import { focusFirstField } from '../../ui/focus-hooks.ts'
import { CODE_LENGTH, secondsUntil } from './code-sending.ts'

type CodeEntryProps = {
  /** Says where the code was sent. */
  intro: ReactNode
  /** The length of a code that contains letters; numeric codes have a fixed length. */
  typedLength?: number
  hint: string
  code: string
  setCode: (code: string) => void
  confirming: Pick<UseMutationResult<unknown, Error, string>, 'mutate' | 'error' | 'isError' | 'isPending'>
  sendingError: Error | null
  resend: ResendProps
  /** Beside the resend button: verify later, or another number. */
  aside: ReactNode
}

/** The input for a code that was sent, with resending and the last error. */
export function CodeEntry(props: CodeEntryProps) {
  const { intro, typedLength, hint, code, setCode, confirming, sendingError, resend, aside } = props
  const length = typedLength ?? CODE_LENGTH
  const t = useMessages(emailVerification)
  const error = confirming.error ?? sendingError
  const form = useRef<HTMLFormElement>(null)
  // The first input is focused at the start and after a wrong code.
  const begin = useEffectEvent(() => focusFirstField(form.current))
  useEffect(() => begin(), [])
  useEffect(() => {
    if (confirming.isError) begin()
  }, [confirming.isError])
  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.length === length) confirming.mutate(code)
      }}
    >
      <p className="text-muted">{intro}</p>
      <FieldGroup label={t('code')} hint={hint} error={error && errorText(error)}>
        <div className={confirming.isError ? 'animate-shake' : ''}>
          <CodeInput
            length={length}
            withLetters={typedLength !== undefined}
            value={code}
            onChange={setCode}
            onComplete={confirming.mutate}
          />
        </div>
      </FieldGroup>
      <Button type="submit" wide loading={confirming.isPending} disabled={code.length < length}>
        {t('confirm')}
      </Button>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Resend {...resend} />
        {aside}
      </div>
    </form>
  )
}

type ResendProps = { at: Instant; isPending: boolean; onResend: () => void }

function Resend({ at, isPending, onResend }: ResendProps) {
  const t = useMessages(emailVerification)
  const seconds = secondsUntil(at, useNow(1000))
  if (seconds > 0) return <p className="text-muted text-sm">{t('resendIn', { seconds })}</p>
  return (
    <Button variant="ghost" size="sm" loading={isPending} onClick={onResend}>
      {t(isPending ? 'sending' : 'resend')}
    </Button>
  )
}
