import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type CountedCoupon, type Coupon, createCoupon, editCoupon, getCoupon } from '#contract/coupons'
import { ruledText } from '#contract/fields'
import { addDays, fromIso, isLocalDay, localDay, startOfDay, toIso } from '#domain/cairo'
import { MAX_COUPON_USES, whyNotCouponCode } from '#domain/plans/coupon'
import { staffPlans } from '#messages/staff-plans'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { codeOf } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { useIdempotencyKey } from '../../platform/idempotency-key.ts'
import { keys } from '../../platform/query-keys.ts'
import { Button } from '../../ui/button.tsx'
import { FieldRefusal, Form, FormProblem, useForm } from '../../ui/form.tsx'
import { DateField, NumberField, SelectField, TextField } from '../../ui/form-fields.tsx'
import { toast } from '../../ui/toasts.ts'
import { changedFrom } from '../audit/shared/changes.ts'
import { saveVersioned } from '../audit/shared/versioned-save.ts'
import { chosenId, optionalNumber, typedNumber } from './number-schema.ts'
import { usePlanOptions } from './shared/use-plan-options.ts'

const { monthDiscount, quarterDiscount, yearDiscount } = createCoupon.body.shape
const schema = z.object({
  code: ruledText(whyNotCouponCode),
  planId: chosenId,
  monthDiscount: z.pipe(typedNumber(), monthDiscount),
  quarterDiscount: z.pipe(typedNumber(), quarterDiscount),
  yearDiscount: z.pipe(typedNumber(), yearDiscount),
  expiresOn: z.string().check(z.refine(isLocalDay, { error: 'expire-date-invalid' })),
  maxUses: optionalNumber().check(
    z.refine((uses) => uses === null || (Number.isInteger(uses) && uses >= 1 && uses <= MAX_COUPON_USES), {
      error: 'coupon-max-uses',
    }),
  ),
})

const DISCOUNTS = ['monthDiscount', 'quarterDiscount', 'yearDiscount'] as const

/** The last moment of a day in Cairo: a coupon is valid on the whole of its last day. */
const endOf = (day: string): string => toIso(startOfDay(addDays(day as Parameters<typeof addDays>[0], 1)) - 1)

/** Which field a refusal of the server is about. */
const FIELD_OF: Partial<Record<string, string>> = {
  illegal: 'code',
  'expire-date-invalid': 'expiresOn',
  'expired-coupon-expire-date': 'expiresOn',
  'plan-not-found': 'planId',
}

/** A coupon as an admin reads it, from the list or by its id. */
type ReadCoupon = Coupon & { maxUses?: number | null | undefined }

const draftOf = ({
  code,
  planId,
  monthDiscount,
  quarterDiscount,
  yearDiscount,
  expiresAt,
  maxUses = null,
}: ReadCoupon) => ({
  code,
  planId,
  monthDiscount,
  quarterDiscount,
  yearDiscount,
  expiresAt,
  maxUses,
})
type CouponDraft = ReturnType<typeof draftOf>

/** Saves the fields that differ from the coupon as it was read; false when another user's change was kept. */
async function saveCoupon(coupon: CountedCoupon, draft: CouponDraft): Promise<boolean> {
  const { id } = coupon
  const body = changedFrom(draftOf(coupon), draft)
  if (Object.keys(body).length === 0) return true
  const { outcome } = await saveVersioned<ReadCoupon, Coupon>({
    kind: 'coupon',
    read: coupon,
    changes: body,
    save: ({ version }) => request(editCoupon, { params: { id }, body }, { version }),
    reload: () => request(getCoupon, { params: { id } }),
    fieldsOf: draftOf,
  })
  return outcome === 'saved'
}

type CouponFormProps = { coupon: CountedCoupon | null; onDone: () => void }

export function CouponForm({ coupon, onDone }: CouponFormProps) {
  const t = useMessages(staffPlans)
  const format = useFormat()
  const client = useQueryClient()
  const { keyOf } = useIdempotencyKey()
  const { options } = usePlanOptions()
  const form = useForm({
    schema,
    defaultValues: {
      code: coupon?.code ?? '',
      planId: coupon ? String(coupon.planId) : undefined,
      monthDiscount: coupon ? String(coupon.monthDiscount) : '10',
      quarterDiscount: coupon ? String(coupon.quarterDiscount) : '10',
      yearDiscount: coupon ? String(coupon.yearDiscount) : '10',
      expiresOn: coupon ? localDay(fromIso(coupon.expiresAt)) : '',
      maxUses: coupon?.maxUses ? String(coupon.maxUses) : '',
    },
    send: async ({ expiresOn, ...typed }) => {
      const body = { ...typed, expiresAt: endOf(expiresOn) }
      let isSaved = true
      try {
        if (coupon) isSaved = await saveCoupon(coupon, body)
        else await request(createCoupon, { body }, { idempotencyKey: keyOf(body) })
      } catch (error) {
        const field = FIELD_OF[codeOf(error)]
        throw field ? new FieldRefusal(field, codeOf(error)) : error
      }
      void client.invalidateQueries({ queryKey: keys.coupons })
      if (isSaved) toast.success(t(coupon ? 'saved' : 'coupons.created', { code: body.code }), { id: 'coupon' })
      onDone()
    },
  })
  return (
    <Form form={form} takesFocus className="flex flex-col gap-5">
      <FormProblem text={form.problem} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          form={form}
          name="code"
          label={t('coupons.fields.code')}
          hint={t('coupons.fields.codeHint')}
          texts={{ illegal: t('coupons.taken') }}
          required
          flow="ltr"
          autoComplete="off"
        />
        <SelectField
          form={form}
          name="planId"
          label={t('coupons.fields.plan')}
          required
          placeholder={t('coupons.fields.choosePlan')}
          options={options.map(({ value, label }) => ({ value: String(value), label }))}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        {DISCOUNTS.map((name) => (
          <NumberField key={name} form={form} name={name} label={t(`coupons.fields.${name}`)} required />
        ))}
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField
          form={form}
          name="expiresOn"
          label={t('coupons.fields.expiresOn')}
          hint={t('coupons.fields.expiresOnHint')}
          required
        />
        <NumberField
          form={form}
          name="maxUses"
          label={t('coupons.fields.maxUses')}
          hint={coupon ? t('coupons.fields.usedOf', { count: coupon.usedCount }) : t('coupons.fields.maxUsesHint')}
          texts={{ 'coupon-max-uses': t('coupons.maxUsesRange', { most: format.number(MAX_COUPON_USES) }) }}
        />
      </div>
      <Button type="submit" loading={form.isSending}>
        {t(coupon ? 'save' : 'coupons.create')}
      </Button>
    </Form>
  )
}
