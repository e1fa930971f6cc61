import type { createCheckout } from '#contract/paymob'
import { DomainError } from '#domain/errors'
import type { Act } from '../http/bind.ts'
import { createIntention } from '../outside/paymob/intention.ts'
import { placeOrder } from './place.ts'

/**
 * POST /paymob/create-checkout-url: announces a payment by card or wallet and answers the provider's page for it
 * (docs/rules/money.md 7.1).
 * @throws DomainError the codes of `placeOrder`.
 */
export const checkout: Act<typeof createCheckout> = async (at) => {
  const { planId, planPeriod, paymentMethod, phone, couponCode } = at.body
  const wish = { planId, period: planPeriod, method: paymentMethod, installmentPlan: null, phone, couponCode }
  const { accepted } = await placeOrder(
    at,
    at.actor.id,
    { ...wish, provider: 'paymob' },
    async ({ tx, customer, description }) => {
      if (tx.merchantRefNum === null) throw new DomainError('unexpected')
      const { merchantRefNum: reference, amount } = tx
      const sent = await createIntention(at.env, { reference, customer, amount, description, method: paymentMethod })
      return sent.isOk ? { isOk: true, checkout: { redirectUrl: sent.checkoutUrl }, orderId: sent.orderId } : sent
    },
  )
  return { checkoutUrl: accepted.checkout.redirectUrl ?? '' }
}
