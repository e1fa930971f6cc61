import { eq } from 'drizzle-orm'
import type {
  payByCard as byCard,
  payByInstallments as byInstallments,
  payByReference as byReference,
  payByWallet as byWallet,
  listInstallmentPlans as installmentPlans,
  requestWalletAgain as walletAgain,
} from '#contract/fawry'
import type { Db } from '#db/client'
import { coupons } from '#db/schema/coupons'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import type { Checkout } from '#domain/payments/checkout'
import type { InstallmentPlan } from '#domain/payments/installments'
import { PaymentMethod } from '#domain/payments/methods'
import type { TopUpMinutes } from '#domain/payments/top-up'
import { isUnpaid } from '#domain/payments/transaction'
import { type PaidPeriod, PlanPeriod } from '#domain/subscriptions/periods'
import { WALLET_REQUEST_PAUSE, WALLET_REQUEST_THROTTLE } from '#domain/throttle'
import { type Env, paymentsPage } from '../env.ts'
import { type Act, type ActContext, type ClaimedCaller, type ReadRequest, reading } from '../http/bind.ts'
import { TooManyRequests } from '../http/rate-limit.ts'
import { consumeAttempt } from '../http/throttle.ts'
import {
  type Charge,
  createCardCharge,
  createReferenceCharge,
  createWalletCharge,
  type ReferenceCharge,
} from '../outside/fawry/charge.ts'
import { fetchInstallmentPlans } from '../outside/fawry/installment-plans.ts'
import { applyGatewayStatus, type PaymentContext } from './apply-status.ts'
import { cancelOpenOrder } from './cancel-order.ts'
import { type Buyer, type OrderingRequest, type OrderRequest, orderDecisionStatements } from './create-order.ts'
import { rethrowUnreachable } from './gateway.ts'
import type { Order } from './load-order.ts'
import { chargeOf, submitOrder } from './submit-order.ts'
import { orderById, visibleOrder } from './visible-order.ts'

type PurchaseBody = {
  planId: number
  period: 'month' | 'quarter' | 'year'
  phone?: string | undefined
  couponCode?: string | undefined
  topUpMinutes?: TopUpMinutes | undefined
  changesPlan?: boolean | undefined
}

const PERIODS: Record<PurchaseBody['period'], PaidPeriod> = {
  month: PlanPeriod.Month,
  quarter: PlanPeriod.Quarter,
  year: PlanPeriod.Year,
}

const orderRequestOf = (
  { planId, period, phone, couponCode, topUpMinutes, changesPlan }: PurchaseBody,
  method: PaymentMethod,
  installmentPlan: InstallmentPlan | null = null,
): OrderRequest => ({
  planId,
  period: PERIODS[period],
  method,
  provider: 'fawry',
  installmentPlan,
  phone,
  couponCode,
  topUpMinutes: topUpMinutes ?? null,
  changesPlan: changesPlan ?? false,
})

/** Read in the same round trip as the caller's account. */
const readForOrder = ({ caller, body, db }: { caller: ClaimedCaller; body: PurchaseBody; db: Db }) =>
  orderDecisionStatements(db, caller.id, body)

type CardBody = PurchaseBody & { cardToken: string; cvv: string }

/** The student authenticates at the bank on `redirectUrl`; the result of the payment arrives as a notification. */
async function payWithCard(
  context: PaymentContext & OrderingRequest,
  buyer: Buyer,
  { body, installmentPlan }: { body: CardBody; installmentPlan: InstallmentPlan | null },
) {
  const { cardToken, cvv } = body
  const method = installmentPlan === null ? PaymentMethod.Card : PaymentMethod.BankInstallment
  const request = orderRequestOf(body, method, installmentPlan)
  let isPaidAtOnce = false
  const { order, accepted } = await submitOrder(context, buyer, request, async (created) => {
    const card = { cardToken, cvv, installmentPlanId: installmentPlan?.id ?? null }
    const charge = await createCardCharge(context.env, chargeOf(created), card)
    if (!charge.isOk) return charge
    // Some accounts are paid at once, without the bank's page (docs/rules/money.md 6.8).
    isPaidAtOnce = charge.redirectUrl === null
    const redirectUrl = charge.redirectUrl ?? paymentsPage(context.env)
    return { isOk: true, checkout: { redirectUrl }, reference: charge.referenceNumber }
  })
  if (isPaidAtOnce) await applyGatewayStatus(context, order)
  return { transactionId: order.id, redirectUrl: accepted.checkout.redirectUrl ?? '' }
}

const plansOf = async (env: Env) => [
  ...(await fetchInstallmentPlans(env).catch((error) => rethrowUnreachable('fawry', error))),
]

/**
 * Pays with a card that the gateway has stored (docs/rules/money.md 3.6). The CVV is sent to the gateway and never stored.
 * @throws DomainError the codes of `submitOrder`.
 */
export const payByCard = reading(
  (request: ReadRequest<typeof byCard>) => readForOrder(request),
  (ctx: ActContext<typeof byCard>, first, readAgain) =>
    payWithCard(ctx, { id: ctx.actor.id, first, readAgain }, { body: ctx.body, installmentPlan: null }),
)

/** The plans of our account, which the app offers where they fit (docs/rules/money.md 3.7). @throws DomainError `fawry-error`. */
export const listInstallmentPlans: Act<typeof installmentPlans> = async ({ env }) => ({ plans: await plansOf(env) })

/**
 * The student's bank pays the whole price and collects it from the card in the months of the plan.
 * @throws DomainError the codes of `submitOrder`, `not-found` for a plan that our account does not have, `bad-request` for one
 * that does not take the sum.
 */
export const payByInstallments = reading(
  (request: ReadRequest<typeof byInstallments>) => readForOrder(request),
  async (ctx: ActContext<typeof byInstallments>, first, readAgain) => {
    const { actor, body, env } = ctx
    const installmentPlan = (await plansOf(env)).find(({ id }) => id === body.installmentPlanId)
    if (!installmentPlan) throw new DomainError('not-found', 'installmentPlanId: no such plan')
    return payWithCard(ctx, { id: actor.id, first, readAgain }, { body, installmentPlan })
  },
)

/** Answers with what the student pays by: a reference number, and for a wallet a QR code. */
async function payWithReference(
  context: PaymentContext & OrderingRequest,
  buyer: Buyer,
  request: OrderRequest,
  createCharge: (charge: Charge) => Promise<ReferenceCharge>,
) {
  const { order, accepted } = await submitOrder(context, buyer, request, async (created) => {
    const charge = await createCharge(chargeOf(created))
    if (!charge.isOk) return charge
    const { isOk, ...checkout } = charge
    return { isOk, checkout, reference: checkout.referenceNumber }
  })
  return { transactionId: order.id, checkout: accepted.checkout }
}

/** Absent where the order is free, or was paid before its charge was answered. */
const numberOf = ({ referenceNumber }: Checkout): { referenceNumber?: number } =>
  referenceNumber === undefined ? {} : { referenceNumber: Number(referenceNumber) }

/**
 * Creates a reference number with which the student pays in cash within 24 hours (docs/rules/money.md 3.4).
 * @throws DomainError the codes of `submitOrder`.
 */
export const payByReference = reading(
  (request: ReadRequest<typeof byReference>) => readForOrder(request),
  async (ctx: ActContext<typeof byReference>, first, readAgain) => {
    const request = orderRequestOf(ctx.body, PaymentMethod.Fawry)
    const { transactionId, checkout } = await payWithReference(
      ctx,
      { id: ctx.actor.id, first, readAgain },
      request,
      (charge) => createReferenceCharge(ctx.env, charge),
    )
    return { transactionId, ...numberOf(checkout) }
  },
)

/** Asks the wallet of this number or, without one, shows a QR code (docs/rules/money.md 3.13). */
async function payWithWallet(
  context: PaymentContext & OrderingRequest,
  buyer: Buyer,
  request: OrderRequest,
  walletPhone: string | undefined,
) {
  const { transactionId, checkout } = await payWithReference(context, buyer, request, async (charge) => {
    const sent = await createWalletCharge(context.env, charge, walletPhone ?? null)
    return sent.isOk && walletPhone !== undefined ? { ...sent, walletPhone } : sent
  })
  const { referenceNumber, walletQr = null } = checkout
  return { transactionId, walletQr, ...(referenceNumber === undefined ? {} : { referenceNumber }) }
}

/**
 * The student accepts a request on the phone or scans the returned QR code (docs/rules/money.md 3.4).
 * @throws DomainError the codes of `submitOrder`.
 */
export const payByWallet = reading(
  (request: ReadRequest<typeof byWallet>) => readForOrder(request),
  (ctx: ActContext<typeof byWallet>, first, readAgain) => {
    const { actor, body } = ctx
    const request = orderRequestOf(body, PaymentMethod.EWallet)
    return payWithWallet(ctx, { id: actor.id, first, readAgain }, request, body.walletPhone)
  },
)

/** The purchase of an order, as a new request for it has to name it. */
async function purchaseOf(
  db: Db,
  { planId, planPeriod, topUpMinutes, changesPlan, couponId }: Order,
): Promise<OrderRequest> {
  const [coupon] =
    couponId === null ? [] : await db.select({ code: coupons.code }).from(coupons).where(eq(coupons.id, couponId))
  return {
    planId,
    period: planPeriod,
    method: PaymentMethod.EWallet,
    provider: 'fawry',
    installmentPlan: null,
    phone: undefined,
    couponCode: coupon?.code,
    topUpMinutes,
    changesPlan,
  }
}

/** A wallet order that can still be asked for again; its last request is at least a minute old. @throws DomainError */
function assertRepeatable({ paymentMethod, provider, status, createdAt }: Order, now: Instant): void {
  if (provider !== 'fawry' || paymentMethod !== PaymentMethod.EWallet || !isUnpaid(status))
    throw new DomainError('bad-request', 'transactionId: not an open order of a wallet')
  const waitMs = createdAt + WALLET_REQUEST_PAUSE - now
  if (waitMs > 0) throw new TooManyRequests(Math.ceil(waitMs / 1000))
}

/**
 * Asks the wallet again, or another way: the open order is cancelled, at the gateway first, and a new one of the same purchase
 * takes its place, so that one can be paid at a time (docs/rules/money.md 3.13). A payment that arrives meanwhile wins.
 * @throws DomainError `transaction-not-found`, `bad-request`, `too-many-requests`, the codes of `submitOrder`.
 */
export const requestWalletAgain = reading(
  ({ body, db }: ReadRequest<typeof walletAgain>) => [orderById(db, body.transactionId)],
  async (ctx: ActContext<typeof walletAgain>, [found]) => {
    const { actor, body, db, now } = ctx
    const order = visibleOrder(found, actor)
    assertRepeatable(order, now)
    await consumeAttempt(db, `wallet-request:${actor.id}`, now, WALLET_REQUEST_THROTTLE)
    await cancelOpenOrder(ctx, order)
    const request = await purchaseOf(db, order)
    const readAgain = async () => db.batch(orderDecisionStatements(db, actor.id, request))
    return payWithWallet(ctx, { id: actor.id, first: await readAgain(), readAgain }, request, body.walletPhone)
  },
)
