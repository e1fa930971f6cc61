import type { createCheckout } from '#contract/paymob'
import { DomainError } from '#domain/errors'
import { type ReadRequest, reading } from '../http/bind.ts'
import { type OrderRequest, orderDecisionStatements } from './create-order.ts'
import { createIntentionWithCards } from './paymob-cards.ts'
import { submitOrder } from './submit-order.ts'

/**
 * Creates a payment by card or wallet at Paymob and returns the address of Paymob's payment page (docs/rules/money.md 7.1).
 * @throws DomainError the codes of `submitOrder`.
 */
export const createPaymobCheckout = reading(
  ({ caller, body, db }: ReadRequest<typeof createCheckout>) => orderDecisionStatements(db, caller.id, body),
  async (ctx, first, readAgain) => {
    const { planId, planPeriod, paymentMethod, phone, couponCode, topUpMinutes = null, changesPlan = false } = ctx.body
    const request: OrderRequest = {
      planId,
      period: planPeriod,
      method: paymentMethod,
      provider: 'paymob',
      installmentPlan: null,
      phone,
      couponCode,
      topUpMinutes,
      changesPlan,
    }
    const { accepted } = await submitOrder(
      ctx,
      { id: ctx.actor.id, first, readAgain },
      request,
      async ({ order, customer, description }) => {
        if (order.merchantRefNum === null) throw new DomainError('unexpected')
        const { merchantRefNum: reference, amount } = order
        const wanted = { reference, customer, amount, description, method: paymentMethod }
        const intention = await createIntentionWithCards(ctx, wanted, ctx.actor.id)
        if (!intention.isOk) return intention
        return { isOk: true, checkout: { redirectUrl: intention.checkoutUrl }, orderId: intention.orderId }
      },
    )
    return { checkoutUrl: accepted.checkout.redirectUrl ?? '' }
  },
)
