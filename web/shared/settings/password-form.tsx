import * as z from 'zod/mini'
import { settings } from '#messages/settings'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { Button } from '../../ui/button.tsx'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { Form, FormProblem, useForm } from '../../ui/form.tsx'
import { PasswordField } from '../../ui/form-fields.tsx'
import { LeaveGuard } from '../../ui/save-row.tsx'
import { toast } from '../../ui/toasts.ts'
import { NewPasswordFields } from '../account/new-password-fields.tsx'
import { filled, isRepeated, passwordField } from '../account/profile-schema.ts'
import { useNewPassword } from '../account/use-new-password.ts'
import { useProof } from '../account/use-proof.tsx'

const EMPTY = { current: '', password: '', confirmation: '' }

/** Empties the fields only after the server has accepted the change. */
function usePasswordForm(hasPassword: boolean) {
  const t = useMessages(settings)
  const setPassword = useNewPassword()
  const { prove, dialog } = useProof()
  const current = hasPassword ? filled(z.string()) : z.string()
  const form = useForm({
    schema: z.object({ current, password: passwordField, confirmation: z.string() }).check(isRepeated),
    defaultValues: EMPTY,
    send: async (typed, { reset }) => {
      const change = { current: hasPassword ? typed.current : null, new: typed.password }
      await prove((proof) => setPassword(change, proof))
      reset(EMPTY, { keepFieldsRef: true })
      toast.success(t('password.saved'), { id: 'settings' })
    },
  })
  return { form, dialog }
}

/** Changes the password, or sets the first one of an account that was created with Google. */
export function PasswordForm() {
  const t = useMessages(settings)
  const { hasPassword, email } = useMe()
  const { form, dialog } = usePasswordForm(hasPassword)
  return (
    <Card padding="lg">
      <SectionHeading
        title={t(hasPassword ? 'password.title' : 'password.setTitle')}
        text={t(hasPassword ? 'password.text' : 'password.setText')}
      />
      <Form form={form} className="flex max-w-md flex-col gap-5">
        <FormProblem text={form.problem} />
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        {hasPassword && (
          <PasswordField
            form={form}
            name="current"
            label={t('password.current')}
            texts={{ 'wrong-password': t('password.wrong') }}
            required
            autoComplete="current-password"
          />
        )}
        <NewPasswordFields form={form} typed={form.watch('password')} />
        <Button type="submit" loading={form.isSending} className="sm:self-start">
          {t(hasPassword ? 'password.save' : 'password.set')}
        </Button>
        <LeaveGuard hasChanges={form.hasChanges} />
      </Form>
      {dialog}
    </Card>
  )
}
