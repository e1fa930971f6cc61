import * as z from 'zod/mini'
import { logIn } from '#contract/calls/auth'
import type { Answer } from '#contract/client'
import { confirmPassword } from '#contract/verification'
import { reset } from '#messages/reset'
import { useMessages } from '../../messages/messages.ts'
import { ApiError, request } from '../../platform/api.ts'
import { AuthProblem } from '../../shared/account/auth-problem.tsx'
import { NewPasswordField } from '../../shared/account/new-password-fields.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { toast } from '../../ui/toasts.ts'
import { ResetButtons } from './reset-buttons.tsx'

const ABOUT_THE_CODE = ['invalid-verification-code', 'expired-verification-code']

const schema = z.object({ password: confirmPassword.body.shape.password })

type ResetPasswordFormProps = {
  email: string
  code: string
  onSignedIn: (session: Answer<typeof logIn>) => Promise<unknown>
  onBadCode: (refusal: ApiError) => void
  onCancel: () => void
}

/** Sets the new password and signs in with it. */
export function ResetPasswordForm({ email, code, onSignedIn, onBadCode, onCancel }: ResetPasswordFormProps) {
  const t = useMessages(reset)
  const form = useForm({
    schema,
    defaultValues: { password: '' },
    send: async ({ password }) => {
      try {
        await request(confirmPassword, { body: { email, code, password } })
      } catch (error) {
        if (error instanceof ApiError && ABOUT_THE_CODE.includes(error.code)) return onBadCode(error)
        throw error
      }
      toast.success(t('done'), { id: 'reset' })
      await onSignedIn(await request(logIn, { body: { email, password } }, { asGuest: true }))
    },
  })
  return (
    <Form form={form} className="flex flex-col gap-5">
      <p className="text-muted">{t('passwordText')}</p>
      <AuthProblem title={t('failed')} text={form.problem} />
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordField form={form} typed={form.watch('password')} />
      <ResetButtons label={t('save')} isSending={form.isSending} onCancel={onCancel} />
    </Form>
  )
}
