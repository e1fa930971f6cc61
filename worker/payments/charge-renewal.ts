import type { Piastres } from '#domain/money'
import { PaymentMethod } from '#domain/payments/methods'
import { NO_ANSWER } from '#domain/payments/stuck'
import { TransactionStatus } from '#domain/payments/transaction'
import type { PaidPeriod } from '#domain/subscriptions/periods'
import { paymentsPage } from '../env.ts'
import { chargeSavedCard } from '../outside/fawry/charge.ts'
import { applyGatewayStatus, applyStatus, type PaymentContext } from './apply-status.ts'
import { orderDecisionStatements } from './create-order.ts'
import { queryGateway } from './gateway.ts'
import type { Order } from './load-order.ts'
import { chargeOf, submitOrder } from './submit-order.ts'

/** What a renewal charges: the next period of a plan, for at most the announced sum, to a card that Fawry keeps. */
export type RenewalCharge = {
  userId: number
  subscriptionId: number
  planId: number
  period: PaidPeriod
  amount: Piastres
  cardToken: string
}

/**
 * Whether an earlier charge of the same period may have been made: one without an answer is asked about before the next, and what
 * Fawry says of it is applied (docs/rules/minutes.md 11.5).
 * @throws ProviderUnreachable while Fawry does not say.
 */
export async function isChargedAlready(context: PaymentContext, earlier: readonly Order[]): Promise<boolean> {
  for (const order of earlier.filter(({ failureCode }) => failureCode === NO_ANSWER)) {
    const update = await queryGateway(context.env, order)
    if (update && (await applyStatus(context, order.id, update)) === TransactionStatus.Paid) return true
  }
  return false
}

/**
 * Orders the next period and charges it to the saved card (docs/rules/minutes.md 11.3): the order is stored before Fawry is asked, and
 * the database refuses it while another one of the same plan is open or was paid.
 * @throws DomainError the codes of `submitOrder`; `illegal` where the student has an open order, or renewal is off by now.
 */
export async function chargeRenewal(context: PaymentContext, charge: RenewalCharge): Promise<void> {
  const { db, env, now } = context
  const { userId, subscriptionId, amount, cardToken, planId, period } = charge
  const readAgain = async () => db.batch(orderDecisionStatements(db, userId, charge))
  const request = {
    planId,
    period,
    method: PaymentMethod.Card,
    provider: 'fawry' as const,
    installmentPlan: null,
    phone: undefined,
    couponCode: undefined,
    topUpMinutes: null,
    changesPlan: false,
    renewal: { subscriptionId, amount },
  }
  const ordering = { ...context, claim: null, ip: '' }
  const { order } = await submitOrder(
    ordering,
    { id: userId, first: await readAgain(), readAgain },
    request,
    async (created) => {
      const charged = await chargeSavedCard(env, chargeOf(created), cardToken)
      if (!charged.isOk) return charged
      return { isOk: true, checkout: { redirectUrl: paymentsPage(env) }, reference: charged.referenceNumber }
    },
  )
  if (order.amount > 0) await applyGatewayStatus({ db, env, now, after: context.after }, order)
}
