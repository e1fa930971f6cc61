import { zodResolver } from '@hookform/resolvers/zod'
import { Mail } from 'lucide-react'
import { useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { registerStudent } from '#contract/students'
import { registerUser } from '#contract/users'
import { Role } from '#domain/roles'
import { account } from '../../i18n/ar/account.ts'
import { useMessages } from '../../i18n/messages.ts'
import { request } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { useDialog } from '../../platform/dialogs.tsx'
import { codeText } from '../../platform/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { noteCodeSent } from './code-sending.ts'
import { Consent } from './consent.tsx'
import { useEnter } from './enter.ts'
import { FormProblem } from './form-problem.tsx'
import { showRefusal } from './refusals.ts'
import { PasswordRules } from './shared/password-rules.tsx'
import { keepTypedEmail, typedEmail } from './typed-email.ts'

export type RegisteringRole = 'student' | 'tutor'

const { email, password } = registerUser.body.shape
const registration = z
  .object({ email, password, confirmation: z.string(), consent: z.literal(true, 'consent') })
  .check(
    z.refine((typed) => typed.password === typed.confirmation, { path: ['confirmation'], error: 'mismatch', when }),
  )

/** The comparison speaks up beside other mistakes too, not only once all else is right. */
function when(): boolean {
  return true
}

const EMPTY = { password: '', confirmation: '', consent: false as true }

const open = async (role: RegisteringRole, body: { email: string; password: string }, idempotencyKey: string) =>
  role === 'student'
    ? request(registerStudent, { body }, { idempotencyKey })
    : request(registerUser, { body: { ...body, role: Role.Tutor } }, { idempotencyKey })

/** One key for as long as the same is asked: trying again after a lost answer opens one account. */
function useKeyOf() {
  const held = useRef({ wish: '', key: '' })
  return (body: object): string => {
    const wish = JSON.stringify(body)
    if (held.current.wish !== wish) held.current = { wish, key: crypto.randomUUID() }
    return held.current.key
  }
}

/** What is typed, and what happens when it is sent: in, and straight on to the code that was mailed. */
function useRegistration(role: RegisteringRole) {
  const enter = useEnter()
  const keyOf = useKeyOf()
  const openVerification = useDialog('verification')
  const form = useForm({ resolver: zodResolver(registration), defaultValues: { email: typedEmail(), ...EMPTY } })
  const submit = form.handleSubmit(async ({ email, password }) => {
    const body = { email, password }
    try {
      const opened = await open(role, body, keyOf(body))
      noteCodeSent(opened.user.id, now())
      await enter(opened, { isNew: true })
      openVerification({ of: 'email' })
    } catch (error) {
      showRefusal(form, error)
    }
  })
  return { form, submit }
}

export function RegisterForm({ role }: { role: RegisteringRole }) {
  const t = useMessages(account)
  const { form, submit } = useRegistration(role)
  const { errors, isSubmitting } = form.formState
  const typedPassword = useWatch({ control: form.control, name: 'password' })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <FormProblem title={t('failed.register')} text={errors.root && codeText(errors.root.message ?? '')} />
      <Field
        label={t('fields.email')}
        hint={t('fields.emailHint')}
        required
        error={errors.email && codeText(errors.email.message ?? '')}
      >
        <Input
          {...form.register('email', { onBlur: () => keepTypedEmail(form.getValues('email')) })}
          type="email"
          flow="ltr"
          icon={Mail}
          autoComplete="username"
          inputMode="email"
        />
      </Field>
      <Field
        label={t('fields.newPassword')}
        hint={<PasswordRules password={typedPassword} />}
        required
        error={errors.password && codeText(errors.password.message ?? '')}
      >
        <PasswordInput {...form.register('password')} autoComplete="new-password" />
      </Field>
      <Field label={t('fields.confirm')} required error={errors.confirmation && t('fields.mismatch')}>
        <PasswordInput {...form.register('confirmation')} autoComplete="new-password" />
      </Field>
      <Consent registration={form.register('consent')} error={errors.consent && t('register.consentRequired')} />
      <Button type="submit" size="lg" wide loading={isSubmitting}>
        {t('register.submit')}
      </Button>
    </form>
  )
}
