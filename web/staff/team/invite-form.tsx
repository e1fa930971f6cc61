import { useQueryClient } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import * as z from 'zod/mini'
import { createStaffInvite } from '#contract/staff-invites'
import { roles } from '#domain/roles'
import { INVITATION_DAYS, mayInvite } from '#domain/staff/invitation'
import { enums } from '#messages/enums'
import { staffTeam } from '#messages/staff-team'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { codeOf } from '../../platform/error-text.ts'
import { useIdempotencyKey } from '../../platform/idempotency-key.ts'
import { keys } from '../../platform/query-keys.ts'
import { Button } from '../../ui/button.tsx'
import { Form, FormProblem, useForm } from '../../ui/form.tsx'
import { EmailField, SelectField } from '../../ui/form-fields.tsx'
import { toast } from '../../ui/toasts.ts'

const { email, role } = createStaffInvite.body.shape
const schema = z.object({ email, role: z.pipe(z.pipe(z.string(), z.transform(Number)), role) })

/** Mails an invitation to the staff. */
export function InviteForm({ onDone }: { onDone: () => void }) {
  const t = useMessages(staffTeam)
  const client = useQueryClient()
  const me = useMe()
  const { keyOf } = useIdempotencyKey()
  const offered = roles.filter((one) => mayInvite(one, me.role))
  const form = useForm({
    schema,
    // The role with the fewest rights.
    defaultValues: { email: '', role: String(offered.at(-1)) },
    send: async (body) => {
      await request(createStaffInvite, { body }, { idempotencyKey: keyOf(body) })
      void client.invalidateQueries({ queryKey: keys.staffInvites })
      toast.success(t('invites.sent', { email: body.email }))
      onDone()
    },
  })
  const problem = codeOf(form.failure) === 'forbidden' ? t('invites.forbidden') : form.problem
  return (
    <Form form={form} takesFocus className="flex flex-col gap-5">
      <p className="text-muted">{t('invites.newText', { days: INVITATION_DAYS })}</p>
      <FormProblem text={problem} />
      <EmailField form={form} name="email" label={t('invites.email')} required icon={Mail} autoComplete="off" />
      <SelectField
        form={form}
        name="role"
        label={t('invites.role')}
        required
        options={offered.map((value) => ({ value: String(value), label: enums.role[value] }))}
      />
      <Button type="submit" loading={form.isSending}>
        {t('invites.send')}
      </Button>
    </Form>
  )
}
