import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { logIn } from '#contract/auth'
import type { Answer } from '#contract/call'
import { confirmPassword } from '#contract/verification'
import { whyNotPassword } from '#domain/users/password'
import { account } from '../../i18n/ar/account.ts'
import { reset } from '../../i18n/ar/reset.ts'
import { useMessages } from '../../i18n/messages.ts'
import { request } from '../../platform/api.ts'
import { codeText, errorText } from '../../platform/error-text.ts'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { toast } from '../../ui/toasts.ts'
import { FormProblem } from './form-problem.tsx'
import { codeOf } from './refusals.ts'
import { ResetButtons } from './reset-buttons.tsx'
import { PasswordRules } from './shared/password-rules.tsx'

const ABOUT_THE_CODE = ['invalid-verification-code', 'expired-verification-code']

type Props = {
  email: string
  code: string
  onEntered: (entered: Answer<typeof logIn>) => Promise<unknown>
  onBadCode: (refusal: Error) => void
  onCancel: () => void
}

/** The new password, which opens the account at once. */
export function ResetPassword({ email, code, onEntered, onBadCode, onCancel }: Props) {
  const t = useMessages(account)
  const words = useMessages(reset)
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const saving = useMutation({
    mutationFn: async () => {
      await request(confirmPassword, { body: { email, code: Number(code), password } })
      toast.success(words('done'), { id: 'reset' })
      return onEntered(await request(logIn, { body: { email, password } }, { asGuest: true }))
    },
    onError: (error) => {
      if (ABOUT_THE_CODE.includes(codeOf(error))) onBadCode(error)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const why = whyNotPassword(password)
    setFault(why && codeText(why))
    if (!why && !saving.isPending) saving.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <p className="text-muted">{words('passwordText')}</p>
      <FormProblem title={words('failed')} text={saving.error ? errorText(saving.error) : undefined} />
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field label={t('fields.newPassword')} hint={<PasswordRules password={password} />} error={fault} required>
        <PasswordInput
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          autoComplete="new-password"
        />
      </Field>
      <ResetButtons label={words('save')} isPending={saving.isPending} onCancel={onCancel} />
    </form>
  )
}
