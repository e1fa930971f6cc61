import { useQueryClient } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import * as z from 'zod/mini'
import { registerUser } from '#contract/users'
import { Role } from '#domain/roles'
import { staffUsers } from '#messages/staff-users'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useIdempotencyKey } from '../../platform/idempotency-key.ts'
import { keys } from '../../platform/query-keys.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Form, FormProblem, useForm } from '../../ui/form.tsx'
import { EmailField, PasswordField } from '../../ui/form-fields.tsx'
import { toast } from '../../ui/toasts.ts'

const { email, password } = registerUser.body.shape
const schema = z.object({ email, password, hasAgreed: z.boolean() })

/** Opens an account of a tutor; staff are invited (docs/rules/staff.md 12.1). */
export function CreateAccountForm({ onCreated }: { onCreated: () => void }) {
  const t = useMessages(staffUsers)
  const queryClient = useQueryClient()
  const { keyOf } = useIdempotencyKey()
  const form = useForm({
    schema,
    defaultValues: { email: '', password: '', hasAgreed: false },
    send: async (typed) => {
      const body = { ...typed, role: Role.Tutor }
      await request(registerUser, { body }, { idempotencyKey: keyOf(body) })
      void queryClient.invalidateQueries({ queryKey: keys.users })
      void queryClient.invalidateQueries({ queryKey: keys.tutors })
      toast.success(t('create.done', { email: body.email }))
      onCreated()
    },
  })
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
      <Checkbox {...form.control('hasAgreed')} label={t('create.agreed')} hint={t('create.agreedHint')} />
      <Button type="submit" loading={form.isSending}>
        {t('create.submit')}
      </Button>
    </Form>
  )
}
