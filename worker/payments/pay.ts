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
import { type Charge, chargeByReference, chargeByWallet, chargeCard } from '../outside/fawry/charge.ts'
import type { PlacedOrder, Wish } from './order.ts'
import { placeOrder } from './place.ts'
import type { Work } from './store.ts'

type Bought = {
  planId: number
  period: 'month' | 'quarter' | 'year'
  phone?: string | undefined
  couponCode?: string | undefined
}

const PERIODS: Record<Bought['period'], PaidPeriod> = {
  month: PlanPeriod.Month,
  quarter: PlanPeriod.Quarter,
  year: PlanPeriod.Year,
}

const wishOf = (
  { planId, period, phone, couponCode }: Bought,
  method: PaymentMethod,
  installmentPlan: InstallmentPlan | null = null,
): Wish => ({ planId, period: PERIODS[period], method, provider: 'fawry', installmentPlan, phone, couponCode })

function chargeOf({ tx, customer, description }: PlacedOrder): Charge {
  if (tx.merchantRefNum === null || tx.expiresAt === null) throw new DomainError('unexpected')
  const { merchantRefNum, expiresAt, amount, planId } = tx
  return { merchantRefNum, customer, amount, expiresAt, item: { id: planId, description } }
}

type CardBody = Bought & { cardToken: string; cvv: string }

/** The bank asks for its password at the answered address; whether it was right comes as a notice. */
async function payWithCard(work: Work, studentId: number, body: CardBody, installmentPlan: InstallmentPlan | null) {
  const { cardToken, cvv } = body
  const method = installmentPlan === null ? PaymentMethod.Card : PaymentMethod.BankInstallment
  const { tx, accepted } = await placeOrder(work, studentId, wishOf(body, method, installmentPlan), async (order) => {
    const sent = await chargeCard(work.env, chargeOf(order), { cardToken, cvv, installmentPlan })
    if (!sent.isOk) return sent
    return { isOk: true, checkout: { redirectUrl: sent.redirectUrl }, reference: sent.referenceNumber }
  })
  return { transactionId: tx.id, redirectUrl: accepted.checkout.redirectUrl ?? '' }
}

/**
 * POST /fawry/pay/card: pays with a card that the gateway keeps (docs/rules/money.md 3.6). The security number is
 * passed on and never kept.
 * @throws DomainError the codes of `placeOrder`.
 */
export const payByCard: Act<typeof byCard> = (at) => payWithCard(at, at.actor.id, at.body, null)

/** POST /fawry/pay/bank-installments: the bank collects the price in two or four payments; the amount is ours to know. */
export const payByInstallments: Act<typeof byInstallments> = (at) =>
  payWithCard(at, at.actor.id, at.body, at.body.installmentPlanId)

/** POST /fawry/pay/ref-num: a number to pay with in cash, for a day (docs/rules/money.md 3.4). */
export const payByReference: Act<typeof byReference> = async (at) => {
  const { tx, accepted } = await placeOrder(at, at.actor.id, wishOf(at.body, PaymentMethod.Fawry), async (order) => {
    const sent = await chargeByReference(at.env, chargeOf(order))
    if (!sent.isOk) return sent
    const referenceNumber = sent.referenceNumber ?? ''
    return { isOk: true, checkout: { referenceNumber }, reference: referenceNumber }
  })
  return { transactionId: tx.id, referenceNumber: Number(accepted.checkout.referenceNumber) }
}

/**
 * POST /fawry/pay/e-wallet: by a QR code when there is one, otherwise by a notice on the phone
 * (docs/rules/money.md 3.4).
 */
export const payByWallet: Act<typeof byWallet> = async (at) => {
  const { tx, accepted } = await placeOrder(at, at.actor.id, wishOf(at.body, PaymentMethod.EWallet), async (order) => {
    const sent = await chargeByWallet(at.env, chargeOf(order))
    if (!sent.isOk) return sent
    const { referenceNumber, walletQr } = sent
    return { isOk: true, checkout: { referenceNumber: referenceNumber ?? '', walletQr }, reference: referenceNumber }
  })
  const { referenceNumber = '', walletQr = null } = accepted.checkout
  return { transactionId: tx.id, referenceNumber, walletQr }
}
