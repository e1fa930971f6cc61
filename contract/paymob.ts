import * as z from 'zod/mini'
import { PaymentMethod } from '#domain/payments/methods'
import { defineCall } from './call.ts'
import * as calls from './calls/paymob.ts'
import { order, orderErrors } from './fawry.ts'
import { nothing } from './fields.ts'
import { paidPeriod } from './subscriptions.ts'

export const createCheckout = defineCall(calls.createCheckout, {
  may: 'paymob.checkout',
  binds: true,
  summary: 'Start a payment by card or wallet on the provider’s own page',
  body: z.object({
    ...order,
    planPeriod: paidPeriod,
    paymentMethod: z.literal([PaymentMethod.Card, PaymentMethod.EWallet]),
  }),
  answer: z.object({ checkoutUrl: z.string() }),
  errors: orderErrors,
  creates: true,
})

/** A value of any type: the signature is computed over the values as sent. */
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** Paymob's transaction: the signed values, and those that the ledger needs. */
export const paymobTransaction = z.object({
  amount_cents: z.number(),
  created_at: scalar,
  currency: z.string(),
  error_occured: z.boolean(),
  has_parent_transaction: z.boolean(),
  id: z.number(),
  integration_id: z.number(),
  is_3d_secure: z.boolean(),
  is_auth: z.boolean(),
  is_capture: z.boolean(),
  is_refunded: z.boolean(),
  is_standalone_payment: z.boolean(),
  is_voided: z.boolean(),
  order: z.object({
    id: z.number(),
    merchant_order_id: z.nullish(z.string()),
    /** What has been paid of the order, by whichever of its transactions. */
    paid_amount_cents: z.nullish(z.number()),
  }),
  owner: scalar,
  pending: z.boolean(),
  source_data: z.object({ pan: z.nullish(scalar), sub_type: z.nullish(scalar), type: z.nullish(scalar) }),
  success: z.boolean(),
  refunded_amount_cents: z.nullish(z.number()),
  /** Not signed. A refund and a void are transactions of their own. */
  is_refund: z.nullish(z.boolean()),
  is_void: z.nullish(z.boolean()),
  parent_transaction: z.nullish(scalar),
})
export type PaymobTransaction = z.output<typeof paymobTransaction>

/** A card that the payer has saved at Paymob, reported to the same address. */
export const paymobCardToken = z.object({
  card_subtype: scalar,
  created_at: scalar,
  email: scalar,
  id: scalar,
  masked_pan: scalar,
  merchant_id: scalar,
  order_id: scalar,
  token: scalar,
})
export type PaymobCardToken = z.output<typeof paymobCardToken>

export const notifyPaymob = defineCall(calls.notifyPaymob, {
  may: 'paymob.notify',
  summary: 'Paymob reports a payment’s status; authenticated by its signature in `hmac`',
  /** A callback without a signature is refused like one with a wrong signature. */
  query: z.object({ hmac: z._default(z.string().check(z.maxLength(256)), '') }),
  /** `obj` has the shape of its `type`: a transaction, a saved card, or what Paymob may add. */
  body: z.object({ type: z.string(), obj: z.looseObject({}) }),
  answer: nothing,
  errors: ['forbidden', 'transaction-not-found'],
})
