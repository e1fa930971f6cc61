import { TicketPercent, X } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { createCoupon, getCouponByCode } from '#contract/coupons'
import { fromIso } from '#domain/cairo'
import { whyNotRedeemable } from '#domain/payments/order-price'
import { checkout } from '#messages/checkout'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { codeOf } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { FieldRefusal, Form, useForm } from '../../ui/form.tsx'
import { TextField } from '../../ui/form-fields.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { type AppliedCoupon, type Purchase, percentOf, sumOf } from './purchase.ts'

const schema = z.object({ code: createCoupon.body.shape.code })

/** Why a coupon does not lower this order; the first three are sentences of the checkout. */
type CouponRefusal = 'expired' | 'otherPlan' | 'nothing' | 'coupon-not-found' | 'too-many-requests' | 'network'

const refused = (reason: CouponRefusal) => new FieldRefusal('code', reason)

/** @throws FieldRefusal for a coupon that does not lower this order. */
async function findCoupon(code: string, { plan, period }: Pick<Purchase, 'plan' | 'period'>): Promise<AppliedCoupon> {
  const found = await request(getCouponByCode, { params: { code } }).catch((error: unknown) => {
    const code = codeOf(error)
    throw refused(code === 'coupon-not-found' || code === 'too-many-requests' ? code : 'network')
  })
  const coupon = { code: found.code, discount: { ...found, expiresAt: fromIso(found.expiresAt) } }
  const refusal = whyNotRedeemable(coupon.discount, plan.id, now())
  if (refusal) throw refused(refusal === 'coupon-not-found' ? 'otherPlan' : 'expired')
  if (percentOf(coupon, period) === 0) throw refused('nothing')
  return coupon
}

type CouponFormProps = Pick<Purchase, 'plan' | 'period'> & { onChange: (coupon: AppliedCoupon | null) => void }
type CouponBoxProps = CouponFormProps & Pick<Purchase, 'coupon'>

/** The coupon of an order: its form, or the discount that it gives. */
export function CouponBox(props: CouponBoxProps) {
  const { coupon, onChange } = props
  const t = useMessages(checkout)
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  if (coupon)
    return (
      <div
        role="status"
        className="flex items-center gap-2 rounded-control bg-success-soft ps-3 text-success-ink text-sm"
      >
        <TicketPercent aria-hidden className="size-5 shrink-0" />
        <span className="grow font-semibold">
          {t('coupon.applied', { amount: format.money(sumOf({ ...props, topUp: null, change: null }).couponDiscount) })}
        </span>
        <IconButton icon={X} label={t('coupon.remove', { code: coupon.code })} onClick={() => onChange(null)} />
      </div>
    )
  if (!isOpen)
    return (
      <Button variant="ghost" size="sm" icon={TicketPercent} className="self-start" onClick={() => setOpen(true)}>
        {t('coupon.open')}
      </Button>
    )
  return <CouponForm {...props} />
}

function CouponForm({ plan, period, onChange }: CouponFormProps) {
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
      <TextField
        form={form}
        name="code"
        label={t('coupon.label')}
        texts={texts}
        className="grow"
        flow="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button type="submit" variant="secondary" loading={form.isSending} className="mt-8 min-h-12">
        {t('coupon.apply')}
      </Button>
    </Form>
  )
}
