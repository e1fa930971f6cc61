import type {
  payByCard as byCard,
  payByInstallments as byInstallments,
  payByReference as byReference,
  payByWallet as byWallet,
} from '#contract/fawry'
import { DomainError } from '#domain/errors'
import { type InstallmentPlan, PaymentMethod } from '#domain/payments/methods'
import { type PaidPeriod, PlanPeriod } from '#domain/subscriptions/periods'
import type { Act } from '../http/bind.ts'
import { type Charge, createCardCharge, createReferenceCharge, createWalletCharge } from '../outside/fawry/charge.ts'
import type { PaymentContext } from './apply-status.ts'
import type { CreatedOrder, OrderingRequest, OrderRequest } from './create-order.ts'
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

function chargeOf({ tx, customer, description }: CreatedOrder): Charge {
  if (tx.merchantRefNum === null || tx.expiresAt === null) throw new DomainError('unexpected')
  const { merchantRefNum, expiresAt, amount, planId } = tx
  return { merchantRefNum, customer, amount, expiresAt, item: { id: planId, description } }
}

type CardBody = PurchaseBody & { cardToken: string; cvv: string }

/** The student enters the bank's password at `redirectUrl`; the result of the payment arrives as a notification. */
async function payWithCard(
  context: PaymentContext & OrderingRequest,
  studentId: number,
  body: CardBody,
  installmentPlan: InstallmentPlan | null,
) {
  const { cardToken, cvv } = body
  const method = installmentPlan === null ? PaymentMethod.Card : PaymentMethod.BankInstallment
  const request = orderRequestOf(body, method, installmentPlan)
  const { tx, accepted } = await submitOrder(context, studentId, request, async (order) => {
    const charge = await createCardCharge(context.env, chargeOf(order), { cardToken, cvv, installmentPlan })
    if (!charge.isOk) return charge
    return { isOk: true, checkout: { redirectUrl: charge.redirectUrl }, reference: charge.referenceNumber }
  })
  return { transactionId: tx.id, redirectUrl: accepted.checkout.redirectUrl ?? '' }
}

/**
 * Pays with a card that the gateway has stored (docs/rules/money.md 3.6). The CVV is sent to the gateway and never stored.
 * @throws DomainError the codes of `submitOrder`.
 */
export const payByCard: Act<typeof byCard> = (at) => payWithCard(at, at.actor.id, at.body, null)

/**
 * The student's bank pays the whole price and collects it from the card in two or four payments.
 * @throws DomainError the codes of `submitOrder`.
 */
export const payByInstallments: Act<typeof byInstallments> = (at) =>
  payWithCard(at, at.actor.id, at.body, at.body.installmentPlanId)

/**
 * Creates a reference number with which the student pays in cash within 24 hours (docs/rules/money.md 3.4).
 * @throws DomainError the codes of `submitOrder`.
 */
export const payByReference: Act<typeof byReference> = async (at) => {
  const request = orderRequestOf(at.body, PaymentMethod.Fawry)
  const { tx, accepted } = await submitOrder(at, at.actor.id, request, async (order) => {
    const charge = await createReferenceCharge(at.env, chargeOf(order))
    if (!charge.isOk) return charge
    const { referenceNumber } = charge
    return { isOk: true, checkout: { referenceNumber }, reference: referenceNumber }
  })
  return { transactionId: tx.id, referenceNumber: Number(accepted.checkout.referenceNumber) }
}

/**
 * The student confirms with the returned QR code, or, without one, on a request that the wallet shows on the phone
 * (docs/rules/money.md 3.4).
 * @throws DomainError the codes of `submitOrder`.
 */
export const payByWallet: Act<typeof byWallet> = async (at) => {
  const request = orderRequestOf(at.body, PaymentMethod.EWallet)
  const { tx, accepted } = await submitOrder(at, at.actor.id, request, async (order) => {
    const charge = await createWalletCharge(at.env, chargeOf(order))
    if (!charge.isOk) return charge
    const { referenceNumber, walletQr } = charge
    return { isOk: true, checkout: { referenceNumber, walletQr }, reference: referenceNumber }
  })
  const { referenceNumber = '', walletQr = null } = accepted.checkout
  return { transactionId: tx.id, referenceNumber, walletQr }
}
