import { clsx } from 'clsx'
import { ChevronDown, ShieldCheck } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { Instant } from '#domain/cairo'
import type { TopUpMinutes } from '#domain/payments/top-up'
import { lessonsAWeek } from '#domain/plans/value'
import { discountOf } from '#domain/subscriptions/periods'
import { checkout } from '#messages/checkout'
import { plans } from '#messages/plans'
import { renewal } from '#messages/renewal'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { usePlanWords } from '../../shared/plans/plan-words.ts'
import { Card } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { type Purchase, sumOf } from './purchase.ts'

type OrderSummaryProps = Pick<Purchase, 'plan' | 'period' | 'coupon' | 'topUp' | 'change'> & {
  /** Of an order for more minutes, also once it is placed. */
  topUpMinutes: TopUpMinutes | null
  /** Of an order that changes the plan, also once it is placed. */
  changesPlan: boolean
  /** The amount of an order that is placed: only the server knows its coupon. */
  placedAmount: number | null
  /** When the period begins, where that is later. */
  begins: Instant | null
  /** The coupon's form, while the order can still be changed. */
  children?: ReactNode
}

/** The order and its total, visible throughout the checkout: at the side, or on a phone as one expandable line. */
export function OrderSummary(props: OrderSummaryProps) {
  const { plan, period, coupon, topUp, change, topUpMinutes, changesPlan, placedAmount, begins, children } = props
  const t = useMessages(checkout)
  const planWords = useMessages(plans)
  const format = useFormat()
  const words = usePlanWords()
  const next = useMessages(renewal)
  const isPlaced = placedAmount !== null
  const { name } = words.bought({ planPeriod: period, topUpMinutes, changesPlan }, plan.weeklyMinutes)
  const isPlan = topUpMinutes === null && !changesPlan
  const planTitle = t(changesPlan ? 'summary.changeTo' : 'summary.plan', { name })
  const what = topUpMinutes === null ? planTitle : name
  const detailsId = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <Card
      padding="none"
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2 lg:flex lg:flex-col lg:items-stretch lg:gap-3 lg:p-5"
    >
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={detailsId}
        onClick={() => setOpen(!isOpen)}
        className="min-h-11 rounded-control text-start lg:hidden"
      >
        <span className="block truncate font-semibold">{what}</span>
        <span className="flex items-center gap-1 text-brand-ink text-sm">
          {t('summary.details')}
          <ChevronDown aria-hidden className={clsx('size-4 transition-transform', isOpen && 'rotate-180')} />
        </span>
      </button>
      <p className="flex items-baseline justify-between gap-3 border-line lg:order-1 lg:border-t lg:pt-3">
        <span className="font-semibold max-lg:sr-only">{t('summary.total')}</span>
        <strong translate="no" aria-live="polite" className="figures whitespace-nowrap text-xl lg:text-2xl">
          {format.money(isPlaced ? placedAmount : sumOf({ plan, period, coupon, topUp, change }).amount)}
        </strong>
      </p>
      {topUp && (
        <p className="text-sm max-lg:col-span-2 lg:order-1">
          {t('summary.topUpUntil', { moment: format.moment(topUp.end) })}
        </p>
      )}
      {change && (
        <p className="text-sm max-lg:col-span-2 lg:order-1">
          {t('summary.changeText', {
            minutes: format.duration(plan.weeklyMinutes),
            end: format.fullDay(change.end),
          })}
        </p>
      )}
      {begins !== null && (
        <p className="text-sm max-lg:col-span-2 lg:order-1">
          {next('checkout.begins', { begins: format.moment(begins) })}
        </p>
      )}
      <div
        id={detailsId}
        className={clsx(
          'flex flex-col gap-3 max-lg:col-span-2 max-lg:border-line max-lg:border-t max-lg:py-2 lg:contents',
          !isOpen && 'max-lg:hidden',
        )}
      >
        <div className="flex items-baseline justify-between gap-3">
          <h2 className="text-lg">{t('summary.title')}</h2>
          {!isPlaced && isPlan && (
            <LinkButton to="/plans" variant="ghost" size="sm">
              {t('summary.change')}
            </LinkButton>
          )}
        </div>
        <div>
          <p className="font-semibold max-lg:hidden">{what}</p>
          {topUpMinutes === null && (
            <>
              {isPlan && (
                <p className="text-muted text-sm">
                  {t('summary.length', { period: words.period(period), weeks: words.weeks(period) })}
                </p>
              )}
              <p className="text-muted text-sm">{planWords('lessons', lessonsAWeek(plan.weeklyMinutes))}</p>
            </>
          )}
        </div>
        {!isPlaced && <Sum plan={plan} period={period} coupon={coupon} topUp={topUp} change={change} />}
        <ul className="flex flex-col gap-1.5 text-muted text-sm lg:order-2">
          <Assurance>{t('summary.once')}</Assurance>
          <Assurance>{t(topUpMinutes === null ? 'summary.refund' : 'summary.topUpRefund')}</Assurance>
        </ul>
      </div>
      {!isPlaced && <div className="max-lg:col-span-2">{children}</div>}
    </Card>
  )
}

function Assurance({ children }: { children: string }) {
  return (
    <li className="flex items-start gap-2">
      <ShieldCheck aria-hidden className="mt-1 size-4 shrink-0" />
      {children}
    </li>
  )
}

function Sum({ plan, period, coupon, topUp, change }: Parameters<typeof sumOf>[0]) {
  const t = useMessages(checkout)
  const format = useFormat()
  const { full, discount, couponDiscount, couponPercent } = sumOf({ plan, period, coupon, topUp, change })
  if (discount === 0 && couponDiscount === 0) return null
  return (
    <dl className="flex flex-col gap-1.5 text-sm">
      <SumRow label={t('summary.full')} value={format.money(full)} />
      {discount > 0 && (
        <SumRow
          isSaving
          label={t('summary.discount', { percent: format.percent(discountOf(plan, period)) })}
          value={`− ${format.money(discount)}`}
        />
      )}
      {coupon && (
        <SumRow
          isSaving
          label={t('summary.coupon', { code: coupon.code, percent: format.percent(couponPercent * 100) })}
          value={`− ${format.money(couponDiscount)}`}
        />
      )}
    </dl>
  )
}

function SumRow({ label, value, isSaving = false }: { label: string; value: string; isSaving?: boolean }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-muted">{label}</dt>
      <dd
        translate="no"
        className={isSaving ? 'figures whitespace-nowrap text-success-ink' : 'figures whitespace-nowrap'}
      >
        {value}
      </dd>
    </div>
  )
}
