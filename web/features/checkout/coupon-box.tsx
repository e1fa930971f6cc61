import { useMutation } from '@tanstack/react-query'
import { TicketPercent, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { checkout } from '../../i18n/ar/checkout.ts'
import { useMessages } from '../../i18n/messages.ts'
import { codeText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Input } from '../../ui/input.tsx'
import { type AppliedCoupon, CouponRefused, findCoupon, type Order, sumOf } from './order.ts'

type CouponBoxProps = Pick<Order, 'plan' | 'period' | 'coupon'> & { onChange: (coupon: AppliedCoupon | null) => void }

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
  return <CouponEntry {...props} />
}

function CouponEntry({ plan, period, onChange }: CouponBoxProps) {
  const t = useMessages(checkout)
  const [code, setCode] = useState('')
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => findCoupon(code, plan, period),
    onSuccess: onChange,
  })
  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate()
  }
  const refusalText = () => {
    const reason = error instanceof CouponRefused ? error.reason : 'network'
    if (reason === 'expired' || reason === 'otherPlan' || reason === 'nothing') return t(`coupon.${reason}`)
    return codeText(reason)
  }
  return (
    <form noValidate onSubmit={apply} className="flex items-start gap-2">
      <Field label={t('coupon.label')} error={error && refusalText()} className="grow">
        <Input
          value={code}
          flow="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          onChange={(event) => {
            setCode(event.target.value)
            if (error) reset()
          }}
        />
      </Field>
      <Button type="submit" variant="secondary" loading={isPending} className="mt-8 min-h-12">
        {t('coupon.apply')}
      </Button>
    </form>
  )
}
