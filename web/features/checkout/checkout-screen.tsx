import { useRef, useState } from 'react'
import { checkout } from '../../i18n/ar/checkout.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { isFocusInDialog, moveFocus, useFocusAfter } from '../../ui/focus.ts'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { usePlanWords } from '../plans/shared/plan-words.ts'
import { CouponBox } from './coupon-box.tsx'
import { Methods } from './methods.tsx'
import { HasPlan, OtherOrder, PlanGone } from './obstacles.tsx'
import type { AppliedCoupon } from './order.ts'
import { OrderSummary } from './order-summary.tsx'
import { Done, Ended } from './outcome.tsx'
import { type Stage, useCheckout } from './use-checkout.ts'
import { Waiting } from './waiting.tsx'

/** /checkout/{planId}/{period}: one order, from the choice of a way to pay to the subscription. */
export function CheckoutScreen() {
  const t = useMessages(checkout)
  return (
    <div className="container-page flex max-w-5xl flex-col gap-5 py-5 sm:py-8">
      <h1 className="text-2xl sm:text-3xl">{t('title')}</h1>
      <Body />
    </div>
  )
}

function Body() {
  const { stage, period, place } = useCheckout()
  // Above the stages: an order that was given up is made again with the same coupon.
  const [coupon, setCoupon] = useState<AppliedCoupon | null>(null)
  if (stage.is === 'loading' || period === null) return stage.is === 'gone' ? <PlanGone /> : <Waits />
  if (stage.is === 'gone') return <PlanGone />
  if (stage.is === 'failed') return <ErrorState onRetry={stage.retry} retrying={stage.isRetrying} />
  if (stage.is === 'other') return <OtherOrder payment={stage.payment} />
  if (stage.is === 'has') return <HasPlan subscription={stage.subscription} />
  return <OrderBody stage={stage} period={period} place={place} coupon={coupon} setCoupon={setCoupon} />
}

type OrderBodyProps = {
  stage: Extract<Stage, { is: 'waiting' | 'done' | 'choosing' }>
  period: 0 | 1 | 2
  place: (transactionId: number) => unknown
  coupon: AppliedCoupon | null
  setCoupon: (coupon: AppliedCoupon | null) => void
}

/** The panel, and the order beside it; on a phone above it. */
function OrderBody({ stage, period, place, coupon, setCoupon }: OrderBodyProps) {
  const panel = useRef<HTMLDivElement>(null)
  // What was pressed is gone with its stage: the reader goes on where the new one begins.
  useFocusAfter(stage.is, () => isFocusInDialog() || moveFocus(panel.current))
  const { plan } = stage
  const placedAmount = stage.is === 'choosing' ? null : stage.payment.amount
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-8">
      <aside className="lg:sticky lg:top-24 lg:order-last">
        <OrderSummary plan={plan} period={period} coupon={coupon} placedAmount={placedAmount}>
          <CouponBox plan={plan} period={period} coupon={coupon} onChange={setCoupon} />
        </OrderSummary>
      </aside>
      <Card ref={panel} tabIndex={-1} padding="lg" className="flex min-w-0 scroll-mt-4 flex-col gap-5">
        <Panel stage={stage} period={period} place={place} coupon={coupon} />
      </Card>
    </div>
  )
}

function Panel({ stage, period, place, coupon }: Omit<OrderBodyProps, 'setCoupon'>) {
  const me = useMe()
  const words = usePlanWords()
  const { plan } = stage
  if (stage.is === 'done') return <Done payment={stage.payment} plan={plan} />
  if (stage.is === 'waiting') {
    const planWords = { name: words.name(plan.weeklyMinutes), period: words.period(period) }
    return <Waiting key={stage.payment.id} payment={stage.payment} planWords={planWords} isFresh={stage.isFresh} />
  }
  return (
    <>
      {stage.ended && <Ended payment={stage.ended} />}
      <div>
        <Methods order={{ plan, period, me, coupon, place }} />
      </div>
    </>
  )
}

function Waits() {
  const t = useMessages(checkout)
  return (
    <Loading text={t('loading')} className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-8">
      <Skeleton className="h-44 rounded-card lg:order-last" />
      <Skeleton className="h-96 rounded-card" />
    </Loading>
  )
}
