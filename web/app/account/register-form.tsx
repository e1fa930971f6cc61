import { Mail } from 'lucide-react'
import * as z from 'zod/mini'
import { registerStudent } from '#contract/calls/students'
import { registerUser } from '#contract/users'
import { Role } from '#domain/roles'
import { account } from '#messages/account'
import { register } from '#messages/register'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { useDialog } from '../../platform/dialogs.tsx'
import { useIdempotencyKey } from '../../platform/idempotency-key.ts'
import { AuthProblem } from '../../shared/account/auth-problem.tsx'
import { recordCodeSent } from '../../shared/account/code-sending.ts'
import { useFinishSignIn } from '../../shared/account/finish-sign-in.ts'
import { NewPasswordFields } from '../../shared/account/new-password-fields.tsx'
import { isRepeated } from '../../shared/account/profile-schema.ts'
import { storedTypedEmail, storeTypedEmail } from '../../shared/account/typed-email.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { EmailField } from '../../ui/form-fields.tsx'
import { enterStoredCode } from '../referrals/shared/stored-code.ts'
import { Consent } from './consent.tsx'

export type RegisteringRole = 'student' | 'tutor'

const { email, password } = registerUser.body.shape
const registration = z
  .object({
    email,
    password,
    confirmation: z.string(),
    consent: z.boolean().check(z.refine((isGiven) => isGiven, 'consent')),
    marketing: z.boolean(),
  })
  .check(isRepeated)

type Opening = { email: string; password: string; marketing: boolean }

const openAccount = (role: RegisteringRole, body: Opening, idempotencyKey: string) =>
  role === 'student'
    ? request(registerStudent, { body }, { idempotencyKey })
    : request(registerUser, { body: { ...body, role: Role.Tutor } }, { idempotencyKey })

/** Creates the account, signs in, and opens the verification of the e-mail address. */
function useRegistration(role: RegisteringRole) {
  const finishSignIn = useFinishSignIn()
  const { keyOf } = useIdempotencyKey()
  const openVerification = useDialog('verification')
  return useForm({
    schema: registration,
    defaultValues: { email: storedTypedEmail(), password: '', confirmation: '', consent: false, marketing: false },
    send: async ({ email, password, marketing }) => {
      const body = { email, password, marketing }
      const opened = await openAccount(role, body, keyOf(body))
      recordCodeSent(opened.user.id, now())
      await finishSignIn(opened, { isNew: true })
      if (role === 'student') void enterStoredCode()
      openVerification({ of: 'email' })
    },
  })
}

export function RegisterForm({ role }: { role: RegisteringRole }) {
  const t = useMessages(register)
  const words = useMessages(account)
  const form = useRegistration(role)
  return (
    <Form form={form} className="flex flex-col gap-5">
      <AuthProblem title={t('failed')} text={form.problem} />
      <EmailField
        form={form}
        name="email"
        label={words('fields.email')}
        hint={t('emailHint')}
        required
        onBlurCapture={(event) => storeTypedEmail(event.currentTarget.value)}
        icon={Mail}
        autoComplete="username"
      />
      <NewPasswordFields form={form} typed={form.watch('password')} />
      <Consent form={form} />
      <Checkbox {...form.control('marketing')} label={t('marketing')} />
      <Button type="submit" size="lg" wide loading={form.isSending}>
        {t('submit')}
      </Button>
    </Form>
  )
}
