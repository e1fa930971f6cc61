import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Plan } from '#contract/plans'
import type { Subscription } from '#contract/subscriptions'
import type { TransactionInDetail } from '#contract/transactions'
import type { Instant } from '#domain/cairo'
import { changeOfPlan, isUpwards } from '#domain/payments/plan-change'
import { priceOfTopUp, TOP_UP_SIZES, topUpEnd } from '#domain/payments/top-up'
import { TransactionStatus } from '#domain/payments/transaction'
import { isPaidPeriod, type PaidPeriod } from '#domain/subscriptions/periods'
import { ApiError } from '../../platform/api.ts'
import { useNow } from '../../platform/clock.ts'
import { useOwnSubscription } from '../../platform/current-user.ts'
import { isPeriodWord, periodOf } from '../../shared/plans/period-word.ts'
import { type Renewal, renewalOf, termOf } from '../../shared/plans/renewal.ts'
import { publicSettingsQuery } from '../../shared/shell/queries.ts'
import { useWatchedOrder } from './order-watch.ts'
import type { ChangeOfPlan, TopUp } from './purchase.ts'
import { lastOrderQuery, planQuery } from './shared/order-queries.ts'
import { isPayable } from './shared/payable-order.ts'

const route = getRouteApi('/plain/checkout/$planId/$period')

/** The state of a checkout. */
export type Stage =
  | { type: 'loading' }
  | { type: 'failed'; retry: () => void; isRetrying: boolean }
  | { type: 'gone' }
  | { type: 'other'; order: TransactionInDetail }
  /** The next period is paid, or can only be paid later. */
  | { type: 'has'; renewal: Extract<Renewal, { state: 'paid' | 'later' }> }
  | { type: 'waiting'; order: TransactionInDetail; plan: Plan; isFresh: boolean }
  | { type: 'done'; order: TransactionInDetail; plan: Plan }
  /** `ended` is the previous order, when it was not paid. */
  | {
      type: 'choosing'
      plan: Plan
      ended: TransactionInDetail | null
      topUp: TopUp | null
      change: ChangeOfPlan | null
    }

/**
 * The order of this checkout is named in the address, so that a reload finds it; otherwise it is the student's open order,
 * if that is for this plan and period. An older one is never taken for it
 * (docs/rules/screens.md 4.1).
 */
export function useCheckout() {
  const { planId, period: word } = route.useParams()
  const { tx, minutes, change } = route.useSearch()
  const navigate = route.useNavigate()
  const [placed, setPlaced] = useState<number | null>(null)
  const period = isPeriodWord(word) ? periodOf(word) : null
  const followOrder = (transactionId: number) => {
    setPlaced(transactionId)
    return navigate({ search: (search) => ({ ...search, tx: transactionId }), replace: true })
  }
  const current = useStage(
    { planId: Number(planId), period, minutes: minutes ?? null, isChange: change === true },
    tx ?? null,
    placed,
  )
  const [held, setHeld] = useState<Stage | null>(null)
  const stage = held ?? current
  /** While a order is replaced it is cancelled for a moment: what is on the screen stays until the next is placed. */
  const replaceOrder = async (place: () => Promise<void>) => {
    setHeld(current)
    await place().finally(() => setHeld(null))
  }
  const found = stage.type === 'waiting' && tx === undefined ? stage.order.id : null
  useEffect(() => {
    if (found !== null) void navigate({ search: (search) => ({ ...search, tx: found }), replace: true })
  }, [found, navigate])
  return { stage, period, followOrder, replaceOrder }
}

type Wanted = { planId: number; period: PaidPeriod | null; minutes: number | null; isChange: boolean }

function useStage({ planId, period, minutes, isChange }: Wanted, tx: number | null, placed: number | null): Stage {
  const now = useNow(30_000)
  const plan = useQuery({ ...planQuery(planId), enabled: period !== null })
  const last = useQuery(lastOrderQuery)
  const subscription = useOwnSubscription()
  const open = last.data && isPayable(last.data, now) ? last.data : null
  const prices = useQuery({ ...publicSettingsQuery, enabled: minutes !== null })
  const isThis = (order: TransactionInDetail) =>
    order.planId === planId &&
    order.planPeriod === period &&
    order.topUpMinutes === minutes &&
    order.changesPlan === isChange
  const watched = useWatchedOrder(tx ?? (open && isThis(open) ? open.id : null))

  if (period === null) return { type: 'gone' }
  if (plan.isError && !plan.data) return problemOf(plan)
  if (!plan.data || last.isLoading || subscription.isLoading || watched.isLoading) return { type: 'loading' }
  // A student who has never ordered has null.
  if (last.isError && last.data === undefined) return problemOf(last)
  const order = watched.data && isThis(watched.data) ? watched.data : null
  if (order?.status === TransactionStatus.Paid) return { type: 'done', order, plan: plan.data }
  if (order && isPayable(order, now)) return { type: 'waiting', order, plan: plan.data, isFresh: placed === order.id }
  if (open && open.id !== order?.id) return { type: 'other', order: open }
  if (minutes !== null) {
    if (!prices.data) return prices.isError ? problemOf(prices) : { type: 'loading' }
    const topUp = topUpOf(subscription.data?.info ?? null, { planId, minutes }, prices.data, now)
    return topUp ? { type: 'choosing', plan: plan.data, ended: order, topUp, change: null } : { type: 'gone' }
  }
  if (isChange) {
    const change = changeTo(subscription.data?.info ?? null, plan.data, now)
    return change ? { type: 'choosing', plan: plan.data, ended: order, topUp: null, change } : { type: 'gone' }
  }
  if (!plan.data.active) return { type: 'gone' }
  const renewal = subscription.data ? renewalOf(subscription.data, now) : null
  if (renewal && renewal.state !== 'open') return { type: 'has', renewal }
  return { type: 'choosing', plan: plan.data, ended: order, topUp: null, change: null }
}

/** The minutes that can be bought for the plan that runs; null for another plan, and where they are not sold. */
function topUpOf(
  running: Subscription | null,
  { planId, minutes: wanted }: { planId: number; minutes: number },
  prices: Parameters<typeof priceOfTopUp>[1],
  now: Instant,
): TopUp | null {
  const minutes = TOP_UP_SIZES.find((size) => size === wanted)
  if (running === null || minutes === undefined || running.planId !== planId) return null
  const price = priceOfTopUp(minutes, prices)
  return price === 0 ? null : { minutes, price, end: topUpEnd(termOf(running), now) }
}

/** What a change to this plan costs now; null without a running plan, and where it is not larger. */
function changeTo(running: Subscription | null, plan: Plan, now: Instant): ChangeOfPlan | null {
  if (running === null || !isPaidPeriod(running.period) || !isUpwards(running, plan)) return null
  const { period } = running
  const term = termOf(running)
  return { amount: changeOfPlan({ ...term, period }, plan, now).amount, end: term.end }
}

type FailedQuery = { error: unknown; isFetching: boolean; refetch: () => unknown }

/** A refusal is final; any other failure can be retried. */
const problemOf = ({ error, isFetching, refetch }: FailedQuery): Stage =>
  error instanceof ApiError && ['plan-not-found', 'forbidden', 'bad-request'].includes(error.code)
    ? { type: 'gone' }
    : { type: 'failed', retry: () => void refetch(), isRetrying: isFetching }
