import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { listPlans } from '#contract/calls/plans'
import { createPlanInvites } from '#contract/plan-invites'
import type { Plan } from '#contract/plans'
import type { User } from '#contract/users'
import { localDay } from '#domain/cairo'
import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { codeOf } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, FormProblem, useForm } from '../../ui/form.tsx'
import { DateField, SelectField } from '../../ui/form-fields.tsx'
import { toast } from '../../ui/toasts.ts'
import { personKey } from './shared/person-query.ts'

const { shape } = createPlanInvites.body
const schema = z.object({
  planId: z.pipe(
    z.transform((text: string) => Number(text)),
    shape.planId,
  ),
  expiresAt: z.pipe(
    z.transform((text: string): string | null => text || null),
    z.nullable(z.iso.date()),
  ),
})

const PLANS = 100

/** Lets a student buy a plan that is for invites only. */
export function InviteToPlanForm({ person, onClose }: { person: User; onClose: () => void }) {
  const t = useMessages(staffPerson)
  const { data: plans } = useQuery({
    queryKey: ['plans', 'for-invites'],
    queryFn: ({ signal }) =>
      request(listPlans, { query: { active: true, forInvitesOnly: true, size: PLANS } }, { signal }),
  })
  const hasPlans = plans !== undefined && plans.list.length > 0
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('invite.title')}
      description={plans && !hasPlans ? t('invite.none') : t('invite.text')}
      size="sm"
      loading={plans === undefined}
    >
      {hasPlans && <Fields person={person} plans={plans.list} onClose={onClose} />}
    </Dialog>
  )
}

function Fields({ person, plans, onClose }: { person: User; plans: readonly Plan[]; onClose: () => void }) {
  const t = useMessages(staffPerson)
  const format = useFormat()
  const queryClient = useQueryClient()
  const form = useForm({
    schema,
    defaultValues: { planId: '', expiresAt: '' },
    send: async (body) => {
      await request(createPlanInvites, { body: { ...body, userIds: [person.id] } })
      void queryClient.invalidateQueries({ queryKey: personKey(person.id) })
      toast.success(t('invite.done'), { id: 'person' })
      onClose()
    },
  })
  const options = plans.map((plan) => ({
    value: plan.id,
    label: t('invite.planOption', {
      id: String(plan.id),
      minutes: format.duration(plan.weeklyMinutes),
      price: format.money(plan.baseMonthlyPrice),
    }),
  }))
  const isRepeated = form.failure !== null && codeOf(form.failure) === 'illegal'
  return (
    <Form form={form} takesFocus className="flex flex-col gap-4">
      <FormProblem text={isRepeated ? t('invite.already') : form.problem} />
      <SelectField
        form={form}
        name="planId"
        label={t('invite.plan')}
        required
        options={options}
        placeholder={t('invite.choose')}
      />
      <DateField
        form={form}
        name="expiresAt"
        label={t('invite.expires')}
        hint={t('invite.expiresHint')}
        min={localDay(now())}
      />
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" loading={form.isSending} className="max-sm:flex-1">
          {t('invite.send')}
        </Button>
        <Button variant="secondary" onClick={onClose} className="max-sm:flex-1">
          {t('invite.keep')}
        </Button>
      </div>
    </Form>
  )
}
