import { Smartphone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { User } from '#contract/users'
import { normalPhone, whyNotPhone } from '#domain/users/phone'
import { phone as words } from '../../i18n/ar/phone.ts'
import { useMessages } from '../../i18n/messages.ts'
import { codeText, errorText } from '../../platform/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { CODE_LENGTH } from './code-sending.ts'
import { FormProblem } from './form-problem.tsx'

type StepProps = { me: User; isPending: boolean; error: Error | null }

/** A number to type: the first, or another one. */
export function TypedPhone({ me, isPending, error, onSend }: StepProps & { onSend: (phone: string) => void }) {
  const t = useMessages(words)
  const [typed, setTyped] = useState(me.phone ?? '')
  const [wasSent, setWasSent] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // The button that led here is gone, and the focus with it.
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const problem = wasSent ? whyNotPhone(normalPhone(typed)) : null
  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        setWasSent(true)
        if (!whyNotPhone(normalPhone(typed))) onSend(typed)
      }}
    >
      <FormProblem title={t('saveFailed')} text={error ? errorText(error) : undefined} />
      <Field
        label={t('number')}
        hint={me.verifiedPhone ? `${t('numberHint')} ${t('changeWarning')}` : t('numberHint')}
        error={problem && codeText(problem)}
        required
      >
        <Input
          type="tel"
          flow="ltr"
          icon={Smartphone}
          inputMode="tel"
          autoComplete="tel-national"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <Button type="submit" wide loading={isPending}>
        {t('saveAndSend')}
      </Button>
    </form>
  )
}

type KnownPhoneProps = StepProps & { onSend: () => void; onChange: () => void }

/** The number is known: whether it is still the right one, and the channel by which the code comes. */
export function KnownPhone({ me, isPending, error, onSend, onChange }: KnownPhoneProps) {
  const t = useMessages(words)
  return (
    <div className="flex flex-col gap-5">
      <FormProblem title={t('failed')} text={error ? errorText(error) : undefined} />
      <p className="text-muted">
        {t('channel', { length: CODE_LENGTH })}{' '}
        <bdi dir="ltr" className="figures font-semibold text-ink">
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
