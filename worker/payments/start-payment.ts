import type {
  payByCard as byCard,
  payByInstallments as byInstallments,
  payByReference as byReference,
  payByWallet as byWallet,
} from '#contract/fawry'
import type { Db } from '#db/client'
import { DomainError } from '#domain/errors'
import type { Checkout } from '#domain/payments/checkout'
import { type InstallmentPlan, PaymentMethod } from '#domain/payments/methods'
import { type PaidPeriod, PlanPeriod } from '#domain/subscriptions/periods'
import { type ActContext, type Asker, type ReadRequest, reading } from '../http/bind.ts'
import {
  type Charge,
  createCardCharge,
  createReferenceCharge,
  createWalletCharge,
  type ReferenceCharge,
} from '../outside/fawry/charge.ts'
import type { PaymentContext } from './apply-status.ts'
import {
  type Buyer,
  type CreatedOrder,
  type OrderingRequest,
  type OrderRequest,
  orderDecisionStatements,
} from './create-order.ts'
import { submitOrder } from './submit-order.ts'

type PurchaseBody = {
  planId: number
  period: 'month' | 'quarter' | 'year'
  phone?: string | undefined
  couponCode?: string | undefined
}

const PERIODS: Record<PurchaseBody['period'], PaidPeriod> = {
  month: PlanPeriod.Month,
  quarter: PlanPeriod.Quarter,
  year: PlanPeriod.Year,
}

const orderRequestOf = (
  { planId, period, phone, couponCode }: PurchaseBody,
  method: PaymentMethod,
  installmentPlan: InstallmentPlan | null = null,
): OrderRequest => ({ planId, period: PERIODS[period], method, provider: 'fawry', installmentPlan, phone, couponCode })

function chargeOf({ order, customer, description }: CreatedOrder): Charge {
  if (order.merchantRefNum === null || order.expiresAt === null) throw new DomainError('unexpected')
  const { merchantRefNum, expiresAt, amount, planId } = order
  return { merchantRefNum, customer, amount, expiresAt, item: { id: planId, description } }
}

/** Read in the same round trip as the caller's account. */
const readForOrder = ({ asker, body, db }: { asker: Asker; body: PurchaseBody; db: Db }) =>
  orderDecisionStatements(db, asker.id, body)

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
  const { order, accepted } = await submitOrder(context, buyer, request, async (created) => {
    const charge = await createCardCharge(context.env, chargeOf(created), { cardToken, cvv, installmentPlan })
    if (!charge.isOk) return charge
    return { isOk: true, checkout: { redirectUrl: charge.redirectUrl }, reference: charge.referenceNumber }
  })
  return { transactionId: order.id, redirectUrl: accepted.checkout.redirectUrl ?? '' }
}

/**
 * Pays with a card that the gateway has stored (docs/rules/money.md 3.6). The CVV is sent to the gateway and never stored.
 * @throws DomainError the codes of `submitOrder`.
 */
export const payByCard = reading(
  (request: ReadRequest<typeof byCard>) => readForOrder(request),
  (ctx: ActContext<typeof byCard>, first, readAgain) =>
    payWithCard(ctx, { id: ctx.actor.id, first, readAgain }, { body: ctx.body, installmentPlan: null }),
)

/**
 * The student's bank pays the whole price and collects it from the card in two or four payments.
 * @throws DomainError the codes of `submitOrder`.
 */
export const payByInstallments = reading(
  (request: ReadRequest<typeof byInstallments>) => readForOrder(request),
  (ctx: ActContext<typeof byInstallments>, first, readAgain) =>
    payWithCard(
      ctx,
      { id: ctx.actor.id, first, readAgain },
      { body: ctx.body, installmentPlan: ctx.body.installmentPlanId },
    ),
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

/**
 * The student confirms by scanning the returned QR code or, without one, in the wallet on their phone (docs/rules/money.md
 * 3.4).
 * @throws DomainError the codes of `submitOrder`.
 */
export const payByWallet = reading(
  (request: ReadRequest<typeof byWallet>) => readForOrder(request),
  async (ctx: ActContext<typeof byWallet>, first, readAgain) => {
    const request = orderRequestOf(ctx.body, PaymentMethod.EWallet)
    const { transactionId, checkout } = await payWithReference(
      ctx,
      { id: ctx.actor.id, first, readAgain },
      request,
      (charge) => createWalletCharge(ctx.env, charge),
    )
    const { referenceNumber, walletQr = null } = checkout
    return { transactionId, walletQr, ...(referenceNumber === undefined ? {} : { referenceNumber }) }
  },
)
