import * as z from 'zod/mini'
import { createCoupon, getCouponByCode } from '#contract/coupons'
import { fromIso } from '#domain/cairo'
import { whyNotRedeemable } from '#domain/payments/order-price'
import { checkout } from '../../i18n/ar/checkout.ts'
import { useMessages } from '../../i18n/messages.ts'
import { request } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { codeOf } from '../../platform/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { FieldRefusal, Form, FormField, useForm } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { type AppliedCoupon, type Order, percentOf } from './order.ts'

const schema = z.object({ code: createCoupon.body.shape.code })

/** Why a coupon does not lower this order; the first three are sentences of the checkout. */
type CouponRefusal = 'expired' | 'otherPlan' | 'nothing' | 'coupon-not-found' | 'network'

const refused = (reason: CouponRefusal) => new FieldRefusal('code', reason)

/** @throws FieldRefusal for a coupon that does not lower this order. */
async function findCoupon(code: string, { plan, period }: Pick<Order, 'plan' | 'period'>): Promise<AppliedCoupon> {
  const found = await request(getCouponByCode, { params: { code } }).catch((error: unknown) => {
    throw refused(codeOf(error) === 'coupon-not-found' ? 'coupon-not-found' : 'network')
  })
  const coupon = { code: found.code, discount: { ...found, expiresAt: fromIso(found.expiresAt) } }
  const refusal = whyNotRedeemable(coupon.discount, plan.id, now())
  if (refusal) throw refused(refusal === 'coupon-not-found' ? 'otherPlan' : 'expired')
  if (percentOf(coupon, period) === 0) throw refused('nothing')
  return coupon
}

export type CouponFormProps = Pick<Order, 'plan' | 'period'> & { onChange: (coupon: AppliedCoupon | null) => void }

export function CouponForm({ plan, period, onChange }: CouponFormProps) {
  const t = useMessages(checkout)
  const form = useForm({
    schema,
    defaultValues: { code: '' },
    send: async ({ code }) => onChange(await findCoupon(code, { plan, period })),
  })
  const texts = {
    expired: t('coupon.expired'),
    otherPlan: t('coupon.otherPlan'),
    nothing: t('coupon.nothing'),
  }
  return (
    <Form form={form} takesFocus className="flex items-start gap-2">
      <FormField form={form} name="code" label={t('coupon.label')} texts={texts} className="grow">
        {(control) => <Input {...control} flow="ltr" autoComplete="off" autoCapitalize="none" spellCheck={false} />}
      </FormField>
      <Button type="submit" variant="secondary" loading={form.isSending} className="mt-8 min-h-12">
        {t('coupon.apply')}
      </Button>
    </Form>
  )
}
