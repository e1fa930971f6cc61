import { TicketPercent, X } from 'lucide-react'
import { useState } from 'react'
import { checkout } from '../../i18n/ar/checkout.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { CouponForm, type CouponFormProps } from './coupon-form.tsx'
import { type Order, sumOf } from './order.ts'

type CouponBoxProps = CouponFormProps & Pick<Order, 'coupon'>

/** A code that lowers the price: its effect shows in the sum beside it at once. */
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
          {t('coupon.applied', { amount: format.money(sumOf(props).couponDiscount) })}
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
