import { useMutation } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { sendPasswordCode } from '#contract/verification'
import { normalEmail, whyNotEmail } from '#domain/users/email'
import { account } from '../../i18n/ar/account.ts'
import { reset } from '../../i18n/ar/reset.ts'
import { useMessages } from '../../i18n/messages.ts'
import { request } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { codeText, errorText } from '../../platform/error-text.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { noteCodeSent } from './code-sending.ts'
import { ResetButtons } from './reset-buttons.tsx'
import { keepTypedEmail, typedEmail } from './typed-email.ts'

type Props = { onSent: (email: string) => void; onCancel: () => void }

/** Whose password it is; the code goes there. */
export function ResetAddress({ onSent, onCancel }: Props) {
  const t = useMessages(account)
  const words = useMessages(reset)
  const [typed, setTyped] = useState(typedEmail)
  const [fault, setFault] = useState<string | null>(null)
  const sending = useMutation({
    mutationFn: (email: string) => request(sendPasswordCode, { body: { email } }),
    onSuccess: (_, email) => {
      noteCodeSent(`reset.${email}`, now())
      keepTypedEmail(email)
      onSent(email)
    },
    onError: (error) => setFault(errorText(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const email = normalEmail(typed)
    const code = email === '' ? 'required-field' : whyNotEmail(email)
    setFault(code && codeText(code))
    if (!code && !sending.isPending) sending.mutate(email)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <p className="text-muted">{words('emailText')}</p>
      <Field label={t('fields.email')} error={fault} required>
        <Input
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="username"
          type="email"
          flow="ltr"
          icon={Mail}
          inputMode="email"
        />
      </Field>
      <ResetButtons label={words('send')} isPending={sending.isPending} onCancel={onCancel} />
    </form>
  )
}
