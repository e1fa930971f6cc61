import { zodResolver } from '@hookform/resolvers/zod'
import { Mail } from 'lucide-react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { logIn } from '#contract/auth'
import type { Answer } from '#contract/call'
import { refusing } from '#contract/fields'
import { account } from '../../i18n/ar/account.ts'
import { useMessages } from '../../i18n/messages.ts'
import { call } from '../../lib/call.ts'
import { codeText } from '../../lib/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { FormProblem } from './form-problem.tsx'
import { showRefusal } from './refusals.ts'
import { keepTypedEmail, typedEmail } from './typed-email.ts'

const filled = refusing((value: string) => (value === '' ? 'required-field' : null))
const { email, password } = logIn.body.shape
const login = z.object({ email: email.check(filled), password: password.check(filled) })

type LoginFormProps = {
  /** Answers a sentence when this account has nothing to do here. */
  onEntered: (entered: Answer<typeof logIn>) => Promise<string | undefined>
}

export function LoginForm({ onEntered }: LoginFormProps) {
  const t = useMessages(account)
  const sentence = (code = '') => (code === 'wrong-password' ? t('login.wrong') : codeText(code))
  const form = useForm({ resolver: zodResolver(login), defaultValues: { email: typedEmail(), password: '' } })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (body) => {
    try {
      const objection = await onEntered(await call(logIn, { body }))
      if (objection) form.setError('root', { type: 'objection', message: objection })
    } catch (error) {
      showRefusal(form, error)
    }
  })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <FormProblem
        title={t('failed.login')}
        text={errors.root?.type === 'objection' ? errors.root.message : errors.root && sentence(errors.root.message)}
      />
      <Field label={t('fields.email')} error={errors.email && sentence(errors.email.message)} required>
        <Input
          {...form.register('email', { onBlur: () => keepTypedEmail(form.getValues('email')) })}
          {...{ type: 'email', flow: 'ltr', icon: Mail, autoComplete: 'username', inputMode: 'email' }}
        />
      </Field>
      <Field label={t('fields.password')} error={errors.password && sentence(errors.password.message)} required>
        <PasswordInput {...form.register('password')} autoComplete="current-password" />
      </Field>
      <Button type="submit" size="lg" wide loading={isSubmitting}>
        {t('login.submit')}
      </Button>
    </form>
  )
}
