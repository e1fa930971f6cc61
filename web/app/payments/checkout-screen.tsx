import { useRef, useState } from 'react'
import type { User } from '#contract/users'
import type { Instant } from '#domain/cairo'
import { whyNotGuarded } from '#domain/students/guardians'
import { whyNotPaymentName } from '#domain/users/name'
import { checkout } from '#messages/checkout'
import { useMessages } from '../../messages/messages.ts'
import { now, useNow } from '../../platform/clock.ts'
import { useMe, useOwnSubscription } from '../../platform/current-user.ts'
import { NameField } from '../../shared/account/personal-fields.tsx'
import { filled, nameField } from '../../shared/account/profile-schema.ts'
import { useSaveAccount } from '../../shared/account/save.ts'
import { usePlanWords } from '../../shared/plans/plan-words.ts'
import { renewalOf } from '../../shared/plans/renewal.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { isFocusInDialog, moveFocus } from '../../ui/focus.ts'
import { useFocusAfter } from '../../ui/focus-hooks.ts'
import { Form, FormProblem, useEditForm } from '../../ui/form.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { GuardianNeed } from '../account/shared/guardian-need.tsx'
import { AwaitingPayment } from './awaiting-payment.tsx'
import { AlreadySubscribed, OtherOrderOpen, PlanUnavailable } from './blockers.tsx'
import { CouponBox } from './coupon-form.tsx'
import { Methods } from './methods.tsx'
import { OrderSummary } from './order-summary.tsx'
import { PaidOrder, UnpaidOrder } from './outcome.tsx'
import type { AppliedCoupon, Purchase } from './purchase.ts'
import { type Stage, useCheckout } from './use-checkout.ts'

/** Asks for the two-part name that every order needs (docs/rules/money.md 3.2), and saves it to the account. */
function NameForm({ me }: { me: User }) {
  const t = useMessages(checkout)
  const saveAccount = useSaveAccount()
  const form = useEditForm({
    fields: { name: filled(nameField(me.role)) },
    saved: { name: me.name },
    required: ['name'],
    save: saveAccount,
  })
  return (
    <Form form={form} className="flex flex-col gap-4">
      <div>
        <h2 className="text-lg">{t('name.title')}</h2>
        <p className="mt-1 text-muted">{t('name.text')}</p>
      </div>
      <FormProblem text={form.problem} />
      <NameField form={form} role={me.role} required />
      <Button type="submit" size="lg" wide loading={form.isSending}>
        {t('name.action')}
      </Button>
    </Form>
  )
}

/** /checkout/{planId}/{period}: one order, from the payment method to the subscription. */
export function CheckoutScreen() {
  const t = useMessages(checkout)
  return (
    <div className="container-page flex flex-col gap-3 py-3 sm:gap-5 sm:py-8">
      <h1 className="text-xl sm:text-3xl">{t('title')}</h1>
      <Body />
    </div>
  )
}

function Body() {
  const { stage, period, followOrder, replaceOrder } = useCheckout()
  // Kept above the stages, so that the next order after a cancelled one has the same coupon.
  const [coupon, setCoupon] = useState<AppliedCoupon | null>(null)
  if (stage.type === 'loading' || period === null)
    return stage.type === 'gone' ? <PlanUnavailable /> : <OrderSkeleton />
  if (stage.type === 'gone') return <PlanUnavailable />
  if (stage.type === 'failed') return <ErrorState onRetry={stage.retry} retrying={stage.isRetrying} />
  if (stage.type === 'other') return <OtherOrderOpen order={stage.order} />
  if (stage.type === 'has') return <AlreadySubscribed renewal={stage.renewal} />
  return (
    <OrderBody
      stage={stage}
      period={period}
      followOrder={followOrder}
      replaceOrder={replaceOrder}
      coupon={coupon}
      setCoupon={setCoupon}
    />
  )
}

type OrderBodyProps = {
  stage: Extract<Stage, { type: 'waiting' | 'done' | 'choosing' }>
  period: 0 | 1 | 2
  followOrder: (transactionId: number) => unknown
  replaceOrder: (place: () => Promise<void>) => Promise<void>
  coupon: AppliedCoupon | null
  setCoupon: (coupon: AppliedCoupon | null) => void
}

/** The current stage with the order next to it, or above it on a phone. */
function OrderBody({ stage, period, followOrder, replaceOrder, coupon, setCoupon }: OrderBodyProps) {
  const panel = useRef<HTMLDivElement>(null)
  // The pressed button is removed with its stage.
  const focusKey = stage.type === 'choosing' ? stage.type : `${stage.type} ${stage.order.id}`
  useFocusAfter(focusKey, () => isFocusInDialog() || moveFocus(panel.current))
  const { plan } = stage
  const placedAmount = stage.type === 'choosing' ? null : stage.order.amount
  const begins = useBegins(stage)
  const topUp = stage.type === 'choosing' ? stage.topUp : null
  const topUpMinutes = stage.type === 'choosing' ? (topUp?.minutes ?? null) : stage.order.topUpMinutes
  const change = stage.type === 'choosing' ? stage.change : null
  const changesPlan = stage.type === 'choosing' ? change !== null : stage.order.changesPlan
  const isPlan = topUpMinutes === null && !changesPlan
  return (
    <div className="grid items-start gap-3 sm:gap-5 lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-8">
      <aside className="max-lg:top-2 sticky max-lg:z-20 lg:top-24 lg:order-last">
        <OrderSummary
          plan={plan}
          period={period}
          coupon={isPlan ? coupon : null}
          topUp={topUp}
          topUpMinutes={topUpMinutes}
          change={change}
          changesPlan={changesPlan}
          placedAmount={placedAmount}
          begins={isPlan ? begins : null}
        >
          {isPlan && <CouponBox plan={plan} period={period} coupon={coupon} onChange={setCoupon} />}
        </OrderSummary>
      </aside>
      <Card ref={panel} tabIndex={-1} padding="lg" className="flex min-w-0 scroll-mt-4 flex-col gap-5">
        <Panel
          stage={stage}
          period={period}
          followOrder={followOrder}
          replaceOrder={replaceOrder}
          coupon={coupon}
          begins={isPlan ? begins : null}
        />
      </Card>
    </div>
  )
}

/** When the ordered period begins, where that is later; null where it begins, or began, with the payment. */
function useBegins(stage: OrderBodyProps['stage']): Instant | null {
  const now = useNow(30_000)
  const own = useOwnSubscription().data
  const renewal = own ? renewalOf(own, now) : null
  if (renewal === null || renewal.state === 'later') return null
  if (stage.type !== 'done') return renewal.state === 'open' ? renewal.begins : null
  return renewal.state === 'paid' && renewal.next.txId === stage.order.id ? renewal.begins : null
}

type PanelProps = Omit<OrderBodyProps, 'setCoupon'> & { begins: Instant | null }

function Panel({ stage, period, followOrder, replaceOrder, coupon, begins }: PanelProps) {
  const me = useMe()
  const words = usePlanWords()
  const typedPhone = useRef('')
  const { plan } = stage
  if (stage.type === 'done') return <PaidOrder order={stage.order} plan={plan} begins={begins} />
  if (stage.type === 'waiting') {
    const planWords = words.bought(stage.order, plan.weeklyMinutes)
    return (
      <AwaitingPayment
        key={stage.order.id}
        order={stage.order}
        planWords={planWords}
        isFresh={stage.isFresh}
        replaceOrder={replaceOrder}
        followOrder={followOrder}
      />
    )
  }
  return (
    <>
      {stage.ended && <UnpaidOrder order={stage.ended} />}
      <Choosing
        purchase={{
          plan,
          period,
          me,
          coupon: stage.topUp || stage.change ? null : coupon,
          topUp: stage.topUp,
          change: stage.change,
          typedPhone,
          followOrder,
        }}
      />
    </>
  )
}

/** The name first, where the account has none that an order takes, and a minor's guardian; then how to pay. */
function Choosing({ purchase }: { purchase: Purchase }) {
  const panel = useRef<HTMLDivElement>(null)
  const isNamed = whyNotPaymentName(purchase.me.name) === null
  const isGuarded = whyNotGuarded(purchase.me, now()) === null
  // The button that saved the name is removed with its form, as that which led to the guardian is.
  useFocusAfter(`${isNamed} ${isGuarded}`, () => isFocusInDialog() || moveFocus(panel.current))
  return (
    <div ref={panel} tabIndex={-1}>
      {!isNamed ? <NameForm me={purchase.me} /> : isGuarded ? <Methods purchase={purchase} /> : <GuardianNeed />}
    </div>
  )
}

function OrderSkeleton() {
  const t = useMessages(checkout)
  return (
    <Loading text={t('loading')} className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-8">
      <Skeleton className="h-44 rounded-card lg:order-last" />
      <Skeleton className="h-96 rounded-card" />
    </Loading>
  )
}
