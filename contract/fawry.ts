import * as z from 'zod/mini'
import { PaymentMethod, providers, whyNotCvv } from '#domain/payments/methods'
import { normalOrderNumber } from '#domain/payments/order-number'
import { TOP_UP_SIZES } from '#domain/payments/top-up'
import { TransactionStatus } from '#domain/payments/transaction'
import { normalCouponCode } from '#domain/plans/coupon'
import { defineCall } from './call.ts'
import * as calls from './calls/fawry.ts'
import { id, nothing, oneOf, phone, queryId, refusing } from './fields.ts'

/** What a student buys, and their phone number. The server computes the price. */
export const order = {
  planId: id,
  phone: z.optional(phone),
  couponCode: z.optional(z.string().check(z.overwrite(normalCouponCode), z.maxLength(100))),
  /** Minutes in addition to those of the plan, which must be the one that runs; its period is not bought again. */
  topUpMinutes: z.optional(z.literal(TOP_UP_SIZES)),
  /** Whether the plan that runs becomes this one at once, for its own period. */
  changesPlan: z.optional(z.boolean()),
}
export const orderErrors = [
  'plan-not-found',
  'subscription-exists',
  'subscription-required',
  'subscription-paused',
  'guardian-required',
  'illegal',
  'invalid-phone',
  'incorrect-phone',
  'phone-required',
  'api-invalid-user-name',
  'coupon-not-found',
  'expired-coupon-expire-date',
  'too-many-requests',
  'service-unavailable',
] as const

const period = z.enum(['month', 'quarter', 'year'])
const cardToken = z.string().check(z.minLength(1), z.maxLength(512))
const card = { cardToken, cvv: z.string().check(refusing(whyNotCvv)) }
const payErrors = [...orderErrors, 'fawry-error'] as const

export const payByCard = defineCall(calls.payByCard, {
  may: 'fawry.payByCard',
  binds: true,
  summary: 'Pay with a saved card; returns the page of the bank’s password',
  body: z.object({ ...order, period, ...card }),
  answer: z.object({ transactionId: id, redirectUrl: z.string() }),
  errors: [...payErrors, 'invalid-cvv'],
  creates: true,
})

/** Absent while the gateway has not told it: the order shows it as soon as it is known (docs/rules/money.md 3.12). */
const referenceNumber = z.optional(z.int())
const walletAnswer = z.object({
  transactionId: id,
  referenceNumber: z.optional(z.string()),
  walletQr: z.nullable(z.string()),
})
/** The number whose wallet is asked; without one a QR code is answered. */
const walletPhone = z.optional(phone)

export const payByReference = defineCall(calls.payByReference, {
  may: 'fawry.payByReference',
  binds: true,
  summary: 'Create a reference number to pay in cash with',
  body: z.object({ ...order, period }),
  answer: z.object({ transactionId: id, referenceNumber }),
  errors: [...payErrors],
  creates: true,
})

export const payByWallet = defineCall(calls.payByWallet, {
  may: 'fawry.payByWallet',
  binds: true,
  summary: 'Pay from a mobile wallet, by a request on the phone of its number or, without a number, by QR code',
  body: z.object({ ...order, period, walletPhone }),
  answer: walletAnswer,
  errors: [...payErrors],
  creates: true,
})

export const requestWalletAgain = defineCall(calls.requestWalletAgain, {
  may: 'fawry.requestWalletAgain',
  summary: 'Replace an unpaid wallet order by a new one of the same purchase, to this number or as QR code',
  body: z.object({ transactionId: id, walletPhone }),
  answer: walletAnswer,
  errors: [...payErrors, 'transaction-not-found'],
  creates: true,
})

export const installmentPlan = z.object({
  /** The gateway's id. */
  id,
  bank: z.string(),
  months: z.int(),
  /** What the bank adds over the whole plan, in hundredths of a percent. */
  rate: z.int(),
  /** Piastres; null without a bound. */
  minAmount: z.nullable(z.int()),
  maxAmount: z.nullable(z.int()),
  /** The first digits of the cards that it is for; empty for every card. */
  cardPrefixes: z.array(z.string()),
})

export const listInstallmentPlans = defineCall(calls.listInstallmentPlans, {
  may: 'fawry.listInstallmentPlans',
  summary: 'The bank instalment plans of our account at the gateway',
  answer: z.object({ plans: z.array(installmentPlan) }),
  errors: ['fawry-error'],
})

export const payByInstallments = defineCall(calls.payByInstallments, {
  may: 'fawry.payByInstallments',
  binds: true,
  summary: 'Pay with a saved card in instalments of its bank',
  body: z.object({ ...order, period, ...card, installmentPlanId: id }),
  answer: z.object({ transactionId: id, redirectUrl: z.string() }),
  errors: [...payErrors, 'invalid-cvv', 'not-found'],
  creates: true,
})

const ofTransaction = z.object({ transactionId: id })

export const cancelOrder = defineCall(calls.cancelOrder, {
  may: 'fawry.cancelOrder',
  summary: 'Cancel an unpaid order',
  body: ofTransaction,
  answer: nothing,
  errors: ['transaction-not-found', 'fawry-error'],
})

export const refundOrder = defineCall(calls.refundOrder, {
  may: 'fawry.refund',
  summary:
    'Refund piastres of a paid order by its gateway and number, or record a refund by the gateway’s staff; a full refund ends the subscription',
  body: z.object({
    orderRefNum: z.string().check(z.overwrite(normalOrderNumber), z.minLength(1), z.maxLength(64)),
    /** The gateway of the number; required if both have an order with it. */
    provider: z.optional(z.enum(providers)),
    refundAmount: id,
    reason: z.optional(z.string().check(z.maxLength(255))),
    /**
     * What staff have found out at the gateway when it does not report it: a refund of this amount was made there, or the
     * pending refund of this amount was not made. No refund is requested then; only the result is recorded.
     */
    found: z.optional(z.enum(['made', 'not-made'])),
  }),
  answer: z.object({ statusCode: z.int(), statusDescription: z.string() }),
  errors: ['transaction-not-found', 'fawry-error'],
})

export const cardUrl = defineCall(calls.cardUrl, {
  may: 'fawry.cardUrl',
  summary: 'The gateway’s page on which the caller adds a card',
  answer: z.object({ url: z.string() }),
  errors: ['service-unavailable'],
})

export const savedCard = z.object({
  /** Fawry charges it here; Paymob offers it on its own page. */
  gateway: z.enum(providers),
  /** Of a card at Paymob our own number. */
  token: z.string(),
  /** Epoch milliseconds. */
  creationDate: z.number(),
  firstSixDigits: z.string(),
  lastFourDigits: z.string(),
  brand: z.string(),
  isDefault: z.boolean(),
  cardHolderName: z.nullable(z.string()),
})
export type SavedCard = z.output<typeof savedCard>

export const listCards = defineCall(calls.listCards, {
  may: 'fawry.listCards',
  summary: 'The cards that both gateways store for a user',
  query: z.object({ userId: queryId }),
  answer: z.object({ cards: z.array(savedCard) }),
  errors: ['fawry-error', 'service-unavailable'],
})

export const deleteCard = defineCall(calls.deleteCard, {
  may: 'fawry.deleteCard',
  summary: 'Delete a saved card',
  body: z.object({ cardToken, userId: id, gateway: z._default(z.enum(providers), 'fawry') }),
  answer: nothing,
  errors: ['not-found', 'fawry-error', 'service-unavailable'],
})

export const orderStatus = defineCall(calls.orderStatus, {
  may: 'fawry.status',
  summary: 'The gateway’s status of an order',
  query: z.object({ transactionId: queryId }),
  answer: z.object({
    orderRefNum: z.string(),
    orderStatus: oneOf(TransactionStatus),
    paymentMethod: oneOf(PaymentMethod),
  }),
  errors: ['transaction-not-found', 'fawry-error'],
})

export const syncOrder = defineCall(calls.syncOrder, {
  may: 'fawry.syncStatus',
  summary: 'Apply the gateway’s status to an order, as its notification would',
  body: ofTransaction,
  answer: nothing,
  errors: ['transaction-not-found', 'fawry-error'],
})

const optionalText = z.nullish(z.string())
/** The gateway sends some numbers as text. */
const wireText = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((value) => String(value)),
)
/**
 * Pounds. Text is accepted as well, since a JSON number would lose the second decimal of 10.50, which is part of the signed
 * value.
 */
const amount = z.union([z.number(), z.string().check(z.regex(/^\d+(\.\d{1,2})?$/))])
/** The gateway writes an empty text for an amount that it does not have. */
const optionalAmount = z.nullish(z.union([amount, z.literal('')]))

/** The gateway's notification, in its own spelling; other properties are ignored. */
export const notification = z.object({
  requestId: z.string(),
  fawryRefNumber: wireText,
  merchantRefNumber: wireText,
  customerName: optionalText,
  customerMobile: optionalText,
  customerMail: optionalText,
  customerMerchantId: wireText,
  paymentAmount: amount,
  orderAmount: amount,
  fawryFees: optionalAmount,
  /** Any text: a status that we do not know is accepted as well (docs/rules/money.md 4.8). */
  orderStatus: z.string().check(z.minLength(1), z.maxLength(100)),
  paymentMethod: z.enum(['CARD', 'PayUsingCC', 'MWALLET', 'WALLET', 'Mobile Wallet', 'PAYATFAWRY', 'PayAtFawry']),
  paymentTime: z.nullish(z.number()),
  paymentRefrenceNumber: z.nullish(wireText),
  /** A notification without a signature is refused like one with a wrong signature. */
  messageSignature: z._default(z.string(), ''),
  failureErrorCode: z.nullish(wireText),
  failureReason: optionalText,
})

export const notifyFawry = defineCall(calls.notifyFawry, {
  may: 'fawry.notify',
  summary: 'The gateway reports an order’s status; authenticated by its signature',
  body: notification,
  answer: nothing,
  errors: ['forbidden'],
})
