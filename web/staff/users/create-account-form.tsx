import { useQueryClient } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import * as z from 'zod/mini'
import { registerUser } from '#contract/users'
import { isAdmin, isStudent, isSuperAdmin, roles } from '#domain/roles'
import { enums } from '#messages/enums'
import { staffUsers } from '#messages/staff-users'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { useIdempotencyKey } from '../../platform/idempotency-key.ts'
import { keys } from '../../platform/query-keys.ts'
import { Button } from '../../ui/button.tsx'
import { Form, FormProblem, useForm } from '../../ui/form.tsx'
import { EmailField, PasswordField, SelectField } from '../../ui/form-fields.tsx'
import { toast } from '../../ui/toasts.ts'

const { email, password, role } = registerUser.body.shape
const schema = z.object({ email, password, role: z.pipe(z.pipe(z.string(), z.transform(Number)), role) })

/** The roles for which this account may open others: the super admin's alone opens admins (docs/rules/accounts.md 2.1). */
function useOfferedRoles() {
  const me = useMe()
  return roles.filter((one) => !isStudent(one) && (isSuperAdmin(me.role) || !isAdmin(one)))
}

export function CreateAccountForm({ onCreated }: { onCreated: () => void }) {
  const t = useMessages(staffUsers)
  const queryClient = useQueryClient()
  const { keyOf } = useIdempotencyKey()
  const offered = useOfferedRoles()
  const form = useForm({
    schema,
    defaultValues: { email: '', password: '', role: String(offered.at(-1)) },
    send: async (body) => {
      await request(registerUser, { body }, { idempotencyKey: keyOf(body) })
      void queryClient.invalidateQueries({ queryKey: keys.users })
      void queryClient.invalidateQueries({ queryKey: keys.tutors })
      toast.success(t('create.done', { email: body.email }))
      onCreated()
    },
  })
  const options = offered.map((value) => ({ value: String(value), label: enums.role[value] }))
  return (
    <Form form={form} takesFocus className="flex flex-col gap-5">
      <FormProblem text={form.problem} />
      <EmailField form={form} name="email" label={t('create.email')} required icon={Mail} autoComplete="off" />
      <PasswordField
        form={form}
        name="password"
        label={t('create.password')}
        hint={t('create.passwordHint')}
        required
        autoComplete="new-password"
      />
      <SelectField form={form} name="role" label={t('create.role')} required options={options} />
      <Button type="submit" loading={form.isSending}>
        {t('create.submit')}
      </Button>
    </Form>
  )
}
