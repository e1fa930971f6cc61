import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { ruledNumber } from '#contract/fields'
import { createPlan, type Plan } from '#contract/plans'
import {
  DEFAULT_ALLOWANCE,
  LARGEST_ALLOWANCE,
  whyNotBookingWeeks,
  whyNotUpcomingLessons,
} from '#domain/subscriptions/minutes'
import { staffPlans } from '#messages/staff-plans'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useFormat } from '../../platform/format.ts'
import { useIdempotencyKey } from '../../platform/idempotency-key.ts'
import { keys } from '../../platform/query-keys.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Form, FormProblem, useForm } from '../../ui/form.tsx'
import { NumberField } from '../../ui/form-fields.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toasts.ts'
import { changedFrom } from '../audit/shared/changes.ts'
import { previewNumber, typedNumber } from './number-schema.ts'
import { PlanPreview } from './plan-preview.tsx'
import { usePlanChanges } from './use-plan-changes.ts'

const { weeklyMinutes, baseMonthlyPrice, monthDiscount, quarterDiscount, yearDiscount } = createPlan.body.shape

/** Pounds and percentages are kept in hundredths. */
const HUNDRED = 100
const schema = z.object({
  weeklyMinutes: z.pipe(typedNumber(), weeklyMinutes),
  baseMonthlyPrice: z.pipe(typedNumber(HUNDRED), baseMonthlyPrice),
  monthDiscount: z.pipe(typedNumber(HUNDRED), monthDiscount),
  quarterDiscount: z.pipe(typedNumber(HUNDRED), quarterDiscount),
  yearDiscount: z.pipe(typedNumber(HUNDRED), yearDiscount),
  maxUpcomingLessons: z.pipe(typedNumber(), ruledNumber(whyNotUpcomingLessons)),
  bookingWeeks: z.pipe(typedNumber(), ruledNumber(whyNotBookingWeeks)),
  carriesOver: z.boolean(),
  standingTimes: z.boolean(),
  pausable: z.boolean(),
  forInvitesOnly: z.boolean(),
})

const DISCOUNTS = ['monthDiscount', 'quarterDiscount', 'yearDiscount'] as const

const hundredths = (value: number): string => String(value / HUNDRED)

type PlanFormProps = {
  /** Null for a new plan, which begins inactive. */
  plan: Plan | null
  /** Subscriptions that have not ended: what a change does not touch. */
  living: number
  onDone: () => void
}

export function PlanForm({ plan, living, onDone }: PlanFormProps) {
  const t = useMessages(staffPlans)
  const format = useFormat()
  const client = useQueryClient()
  const { keyOf } = useIdempotencyKey()
  const changes = usePlanChanges()
  const form = useForm({
    schema,
    defaultValues: {
      weeklyMinutes: plan ? String(plan.weeklyMinutes) : '60',
      baseMonthlyPrice: plan ? hundredths(plan.baseMonthlyPrice) : '',
      monthDiscount: plan ? hundredths(plan.monthDiscount) : '0',
      quarterDiscount: plan ? hundredths(plan.quarterDiscount) : '0',
      yearDiscount: plan ? hundredths(plan.yearDiscount) : '0',
      maxUpcomingLessons: String((plan ?? DEFAULT_ALLOWANCE).maxUpcomingLessons),
      bookingWeeks: String((plan ?? DEFAULT_ALLOWANCE).bookingWeeks),
      carriesOver: plan?.carriesOver ?? false,
      standingTimes: plan?.standingTimes ?? false,
      pausable: plan?.pausable ?? false,
      forInvitesOnly: plan?.forInvitesOnly ?? false,
    },
    send: async (typed) => {
      if (plan) {
        const changed = changedFrom(plan, typed)
        if (Object.keys(changed).length > 0) await changes.save(plan, changed)
      } else {
        const body = { ...typed, active: false }
        await request(createPlan, { body }, { idempotencyKey: keyOf(body) })
        void client.invalidateQueries({ queryKey: keys.plans })
        toast.success(t('created'), { description: t('createdText'), id: 'plan' })
      }
      onDone()
    },
  })
  const typed = {
    weeklyMinutes: previewNumber(form.watch('weeklyMinutes')),
    baseMonthlyPrice: previewNumber(form.watch('baseMonthlyPrice'), HUNDRED),
    monthDiscount: previewNumber(form.watch('monthDiscount'), HUNDRED),
    quarterDiscount: previewNumber(form.watch('quarterDiscount'), HUNDRED),
    yearDiscount: previewNumber(form.watch('yearDiscount'), HUNDRED),
  }
  const isComplete = Object.values(typed).every((value) => value !== null) && Number(typed.weeklyMinutes) > 0
  return (
    <Form form={form} takesFocus className="flex flex-col gap-5">
      <FormProblem text={form.problem} />
      {plan && living > 0 && <Banner tone="info">{t('keepsSubscriptions', { count: living })}</Banner>}
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          form={form}
          name="weeklyMinutes"
          label={t('fields.weeklyMinutes')}
          hint={typed.weeklyMinutes ? format.duration(typed.weeklyMinutes) : t('fields.weeklyMinutesHint')}
          required
        />
        <NumberField
          form={form}
          name="baseMonthlyPrice"
          label={t('fields.baseMonthlyPrice')}
          hint={t('fields.baseMonthlyPriceHint')}
          required
          inputMode="decimal"
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        {DISCOUNTS.map((name) => (
          <NumberField key={name} form={form} name={name} label={t(`fields.${name}`)} required inputMode="decimal" />
        ))}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          form={form}
          name="maxUpcomingLessons"
          label={t('fields.maxUpcomingLessons')}
          hint={t('fields.maxUpcomingLessonsHint', { most: format.number(LARGEST_ALLOWANCE.maxUpcomingLessons) })}
          required
        />
        <NumberField
          form={form}
          name="bookingWeeks"
          label={t('fields.bookingWeeks')}
          hint={t('fields.bookingWeeksHint', { most: format.number(LARGEST_ALLOWANCE.bookingWeeks) })}
          required
        />
      </div>
      <Switch label={t('fields.carriesOver')} hint={t('fields.carriesOverHint')} {...form.control('carriesOver')} />
      <Switch label={t('fields.pausable')} hint={t('fields.pausableHint')} {...form.control('pausable')} />
      <Switch
        label={t('fields.standingTimes')}
        hint={t('fields.standingTimesHint')}
        {...form.control('standingTimes')}
      />
      <Switch
        label={t('fields.forInvitesOnly')}
        hint={t('fields.forInvitesOnlyHint')}
        {...form.control('forInvitesOnly')}
      />
      {isComplete && (
        <div>
          <h3 className="mb-2 text-base">{t('preview')}</h3>
          <PlanPreview plan={typed as Parameters<typeof PlanPreview>[0]['plan']} />
        </div>
      )}
      <Button type="submit" loading={form.isSending}>
        {t(plan ? 'save' : 'create')}
      </Button>
    </Form>
  )
}
