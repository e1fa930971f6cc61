import { and, desc, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { batchReturning, type RowsOf, type Statement } from '#db/batch'
import type { Db } from '#db/client'
import { renewalCharges } from '#db/schema/card-renewals'
import { couponRedemptions } from '#db/schema/coupon-redemptions'
import { coupons } from '#db/schema/coupons'
import { orders } from '#db/schema/orders'
import { planChanges } from '#db/schema/plan-changes'
import { planInvites, plans } from '#db/schema/plans'
import { subscriptions } from '#db/schema/subscriptions'
import { users } from '#db/schema/users'
import { hours, type Instant, localDay, minutes } from '#domain/cairo'
import { DomainError, refuse } from '#domain/errors'
import type { Piastres } from '#domain/money'
import { fitsSum, type InstallmentPlan } from '#domain/payments/installments'
import { PaymentMethod, type Provider } from '#domain/payments/methods'
import { type NewOrder, whyNotOrderable } from '#domain/payments/new-order'
import { priceOfOrder } from '#domain/payments/order-price'
import { changeOfPlan, whyNotPlanChange } from '#domain/payments/plan-change'
import { priceOfTopUp, runningPlanOf, type TopUpMinutes, whyNotTopUp } from '#domain/payments/top-up'
import { UNPAID_STATUSES } from '#domain/payments/transaction'
import { currentOf } from '#domain/subscriptions/current'
import { isPaidPeriod, type PaidPeriod, PERIOD_MONTHS, PlanPeriod } from '#domain/subscriptions/periods'
import { openingOf, renewableFrom, waitingOf } from '#domain/subscriptions/renewal'
import type { Env } from '../env.ts'
import { type Claiming, completionStatements } from '../http/completion.ts'
import { abortIf, type DecisionRead, decideAndWriteFrom } from '../http/constraints.ts'
import { nextVersion } from '../http/versions.ts'
import { countingGuess } from '../plans/coupon-store.ts'
import { storedSettings, valuesOf } from '../settings/store.ts'
import type { Order, Subscription } from './load-order.ts'

/** What a student buys, and how they pay. */
export type OrderRequest = {
  planId: number
  period: PaidPeriod
  method: PaymentMethod
  provider: Provider
  installmentPlan: InstallmentPlan | null
  phone: string | undefined
  couponCode: string | undefined
  /** The minutes that are bought in addition to those of the plan, which runs. */
  topUpMinutes: TopUpMinutes | null
  /** Whether the plan that runs becomes this one at once. */
  changesPlan: boolean
  /** For the renewal of this plan by a saved card, which costs at most what was announced (docs/rules/minutes.md 11.4). */
  renewal?: { subscriptionId: number; amount: Piastres }
}

/** What creating an order needs of its request. */
export type OrderingRequest = Claiming & { env: Env; ip: string }

/** The payer's details, as the gateway requires them. */
export type Customer = { id: number; name: string; email: string; phone: string }
/** An order that is stored but not yet submitted to its gateway. */
export type CreatedOrder = { order: Order; customer: Customer; description: string }

/** How long an order can be paid: a day by reference number or wallet, an hour on a card page (docs/rules/money.md 3.4). */
const PAYMENT_WINDOW: Record<PaymentMethod, number> = {
  [PaymentMethod.Card]: hours(1),
  [PaymentMethod.EWallet]: hours(24),
  [PaymentMethod.BankInstallment]: hours(1),
  [PaymentMethod.Fawry]: hours(24),
}
/** When the payment sweep first queries an unpaid order, counted from its creation. */
export const FIRST_CHECK_DELAY = minutes(10)

type OrderedThing = {
  planId: number
  couponCode?: string | undefined
  topUpMinutes?: TopUpMinutes | null | undefined
}

/** Reads what an order is decided on, in the same round trip as the caller's account. */
export const orderDecisionStatements = (
  db: Db,
  studentId: number,
  { planId, couponCode, topUpMinutes }: OrderedThing,
) =>
  [
    db.select().from(users).where(eq(users.id, studentId)),
    db.select().from(plans).where(eq(plans.id, planId)),
    db
      .select()
      .from(planInvites)
      .where(and(eq(planInvites.userId, studentId), eq(planInvites.planId, planId))),
    db.select().from(subscriptions).where(eq(subscriptions.userId, studentId)),
    db
      .select({ status: orders.status, expiresAt: orders.expiresAt })
      .from(orders)
      .where(eq(orders.userId, studentId))
      .orderBy(desc(orders.createdAt))
      .limit(50),
    db
      .select()
      .from(coupons)
      .where(eq(coupons.code, couponCode ?? '')),
    ...(topUpMinutes ? [storedSettings(db)] : []),
  ] as const

type ReadForOrder = RowsOf<ReturnType<typeof orderDecisionStatements>>

/** The ordering student, with the rows of `orderDecisionStatements`. */
export type Buyer = DecisionRead<ReadForOrder> & { id: number }

/** Says from which day in Cairo the next period can be paid; nothing where it is paid already. */
function renewalNote(owned: readonly Subscription[], now: Instant): string | undefined {
  const running = currentOf(owned, now)
  if (!running || waitingOf(owned, now)) return undefined
  return `the next period can be paid from ${localDay(renewableFrom(running.end))}`
}

/** @throws DomainError `bad-request` for an instalment plan that does not take the sum. */
function assertFits({ installmentPlan }: OrderRequest, amount: Piastres): void {
  if (installmentPlan && amount > 0 && !fitsSum(installmentPlan, amount))
    throw new DomainError('bad-request', 'installmentPlanId: the plan does not take this sum')
}

/** @throws DomainError the code of `whyNotOrderable`, `bad-request` for an instalment plan that does not take the sum. */
function decide(read: ReadForOrder, request: OrderRequest, now: Instant) {
  const [[student], [plan], [invite], owned, earlierOrders, [coupon]] = read
  if (!student) throw new DomainError('user-not-found')
  if (request.changesPlan) return decideChange(read, student, request, now)
  if (request.topUpMinutes !== null) return decideTopUp(read, student, request.topUpMinutes, request, now)
  const order: NewOrder = {
    student,
    orders: earlierOrders,
    phone: request.phone,
    plan: plan ?? null,
    invite: invite ?? null,
    subscriptions: owned,
    coupon: request.couponCode === undefined ? undefined : (coupon ?? null),
  }
  const refusal = whyNotOrderable(order, now)
  refuse(refusal, refusal === 'subscription-exists' ? renewalNote(owned, now) : undefined)
  if (!plan) throw new DomainError('plan-not-found')
  const { renewal } = request
  const full = priceOfOrder(plan, request.period, coupon ?? null)
  const price = renewal ? { amount: Math.min(full.amount, renewal.amount), couponDiscount: 0 } : full
  assertFits(request, price.amount)
  const followedId = openingOf(owned, now, now)?.follows?.id ?? null
  if (renewal && followedId !== renewal.subscriptionId) throw new DomainError('subscription-exists')
  return { student, plan, period: request.period, coupon, followedId, change: null, ...price }
}

/** @throws DomainError the code of `whyNotTopUp`. */
function decideTopUp(
  [, [plan], , owned, earlierOrders, , stored = []]: ReadForOrder,
  student: typeof users.$inferSelect,
  minutes: TopUpMinutes,
  { phone, planId, couponCode }: OrderRequest,
  now: Instant,
) {
  const amount = priceOfTopUp(minutes, valuesOf(stored))
  const order = { student, orders: earlierOrders, phone, planId, price: amount, subscriptions: owned }
  refuse(whyNotTopUp({ ...order, hasCoupon: couponCode !== undefined }, now))
  const running = runningPlanOf(owned, now)
  if (!plan || !running || !isPaidPeriod(running.period)) throw new DomainError('plan-not-found')
  const { period } = running
  return { student, plan, period, coupon: undefined, followedId: null, change: null, amount, couponDiscount: 0 }
}

/** @throws DomainError the code of `whyNotPlanChange`, `bad-request` with a top-up or an instalment plan that does not take the sum. */
function decideChange(
  [, [plan], [invite], owned, earlierOrders]: ReadForOrder,
  student: typeof users.$inferSelect,
  request: OrderRequest,
  now: Instant,
) {
  if (request.topUpMinutes !== null) throw new DomainError('bad-request', 'changesPlan: not with topUpMinutes')
  const order = { student, orders: earlierOrders, phone: request.phone, plan: plan ?? null, invite: invite ?? null }
  const hasCoupon = request.couponCode !== undefined
  const refusal = whyNotPlanChange({ ...order, hasCoupon, subscriptions: owned }, now)
  refuse(refusal, refusal === 'bad-request' ? 'planId: the plan that runs has as many minutes' : undefined)
  const running = runningPlanOf(owned, now)
  if (!plan || !running || running.planId === null || !isPaidPeriod(running.period))
    throw new DomainError('plan-not-found')
  const { id: subscriptionId, planId: fromPlanId, weeklyMinutes: fromMinutes, period, periodPrice } = running
  const { amount, ...to } = changeOfPlan({ ...running, period }, plan, now)
  assertFits(request, amount)
  const change = {
    subscriptionId,
    fromPlanId,
    fromMinutes,
    fromPrice: periodPrice ?? 0,
    toPlanId: to.planId,
    toMinutes: to.weeklyMinutes,
    toPrice: to.price,
  }
  return { student, plan, period, coupon: undefined, followedId: null, change, amount, couponDiscount: 0 }
}

type Decision = ReturnType<typeof decide>

const newestOrderOf = (studentId: number) =>
  sql<number>`(SELECT MAX(t.id) FROM ${orders} t WHERE t.user_id = ${studentId})`

/**
 * The number by which the gateway identifies the order. Its length is fixed: the gateway signs values joined without a
 * separator, so with numbers of different lengths one signature would fit two messages. Outside production it begins with
 * the current second, because the gateway's test account remembers the numbers of databases that have since been reset.
 */
function merchantRefNumStatement(db: Db, env: Env, newest: ReturnType<typeof newestOrderOf>, now: Instant) {
  const number =
    env.ENVIRONMENT === 'production'
      ? sql`printf('%d', 1000000000 + ${orders.id})`
      : sql`printf('%d%05d', ${Math.floor(now / 1000)}, ${orders.id} % 100000)`
  return db.update(orders).set({ merchantRefNum: number }).where(eq(orders.id, newest))
}

/**
 * Fail the batch when another request of the student has created an order or started a subscription meanwhile. `followedId`:
 * the subscription at whose end the order's begins. A top-up and a change are for the plan that runs; when they are paid they need one again.
 */
function guards(
  db: Db,
  studentId: number,
  { followedId, isForPlan }: { followedId: number | null; isForPlan: boolean },
  now: Instant,
): Statement[] {
  const openOrder = db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.userId, studentId),
        inArray(orders.status, UNPAID_STATUSES),
        or(isNull(orders.expiresAt), gt(orders.expiresAt, now)),
      ),
    )
  const paidSubscription = db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.userId, studentId),
        ne(subscriptions.period, PlanPeriod.FreeTrial),
        isNull(subscriptions.terminatedAt),
        gt(subscriptions.end, now),
        ne(subscriptions.id, followedId ?? 0),
      ),
    )
  return [
    abortIf(db, 'order-open', sql`EXISTS ${openOrder}`),
    ...(isForPlan ? [] : [abortIf(db, 'subscription-running', sql`EXISTS ${paidSubscription}`)]),
  ]
}

function statements(
  ctx: OrderingRequest,
  request: OrderRequest,
  { student, period, coupon, followedId, change, amount, couponDiscount }: Decision,
): Statement[] {
  const { db, env, now } = ctx
  const { planId, topUpMinutes, changesPlan, method, provider, installmentPlan, phone } = request
  const newest = newestOrderOf(student.id)
  return [
    ...guards(db, student.id, { followedId, isForPlan: topUpMinutes !== null || changesPlan }, now),
    db.insert(orders).values({
      userId: student.id,
      planId,
      planPeriod: period,
      topUpMinutes,
      changesPlan,
      amount,
      couponDiscount,
      couponId: coupon?.id ?? null,
      provider,
      installmentPlanId: installmentPlan?.id ?? null,
      paymentMethod: method,
      phone: student.phone ?? phone,
      expiresAt: now + PAYMENT_WINDOW[method],
      nextCheckAt: now + FIRST_CHECK_DELAY,
      createdAt: now,
      updatedAt: now,
    }),
    ...(request.renewal
      ? [
          db
            .insert(renewalCharges)
            .values({ orderId: newest, subscriptionId: request.renewal.subscriptionId, createdAt: now }),
        ]
      : []),
    ...completionStatements(ctx, newest),
    merchantRefNumStatement(db, env, newest, now),
    ...(change ? [db.insert(planChanges).values({ orderId: newest, ...change, createdAt: now })] : []),
    ...(coupon
      ? [
          db
            .insert(couponRedemptions)
            .values({ orderId: newest, couponId: coupon.id, userId: student.id, createdAt: now }),
        ]
      : []),
    ...(student.phone === null && phone !== undefined
      ? [
          db
            .update(users)
            .set({ phone, updatedAt: nextVersion(users, now) })
            .where(and(eq(users.id, student.id), isNull(users.phone))),
        ]
      : []),
  ]
}

function descriptionOf(
  { weeklyMinutes }: Decision['plan'],
  { period, topUpMinutes, changesPlan }: OrderRequest,
): string {
  if (topUpMinutes !== null) return `Hessa: ${topUpMinutes} more minutes`
  if (changesPlan) return `Hessa: change to ${weeklyMinutes} minutes a week`
  return `Hessa: ${weeklyMinutes} minutes a week, ${PERIOD_MONTHS[period]} month(s)`
}

/**
 * Stores an order before it is submitted to its gateway (docs/rules/money.md 3.4). A student has at most one payable order.
 * A phone number that the account lacks is stored in it, unverified (docs/rules/money.md 3.3).
 * The code of a coupon is counted as a guess (docs/rules/accounts.md 5.6).
 * @throws DomainError the codes of `whyNotOrderable`; `illegal` when every attempt lost against concurrent requests of the
 * student.
 */
export async function createOrder(ctx: OrderingRequest, buyer: Buyer, request: OrderRequest): Promise<CreatedOrder> {
  const { db, now, ip } = ctx
  const create = () =>
    decideAndWriteFrom(
      buyer,
      (read) => decide(read, request, now),
      (decided) =>
        batchReturning(
          db,
          statements(ctx, request, decided),
          db
            .select()
            .from(orders)
            .where(eq(orders.id, newestOrderOf(buyer.id))),
        ),
      'illegal',
    )
  const isGuess = request.couponCode !== undefined
  const { decision, written } = await (isGuess ? countingGuess({ db, now, ip, userId: buyer.id }, create) : create())
  const [order] = written
  if (!order) throw new DomainError('unexpected')
  const { student, plan } = decision
  const phone = student.phone ?? request.phone ?? ''
  const customer = { id: student.id, name: student.name ?? student.email, email: student.email, phone }
  return { order, customer, description: descriptionOf(plan, request) }
}
