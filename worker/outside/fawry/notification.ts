import * as z from 'zod/mini'
import { formatPiastres, type Piastres } from '#domain/money'
import { PaymentMethod } from '#domain/payments/methods'
import { type TransactionEvent, TransactionStatus } from '#domain/payments/transaction'
import type { Env } from '../../env.ts'
import { readAmount } from '../wire-amount.ts'
import { isSignedByFawry } from './settings.ts'

/** Of an unknown status, what is kept for staff. */
const MAX_STATUS = 40

const text = z.union([z.string().check(z.minLength(1)), z.number()])
/** The gateway also writes an empty text for what it does not have. */
const optional = z.pipe(
  z.nullish(z.union([z.string(), z.number()])),
  z.transform((value) => (value === '' ? null : value)),
)

/** The common fields of a notification and a status response, in the gateway's spelling (docs/rules/money.md 6.5). */
const order = z.object({
  fawryRefNumber: text,
  merchantRefNumber: text,
  // Not signed, so that an empty one must not pass for one that is not compared.
  customerMerchantId: z.nullish(text),
  paymentAmount: text,
  orderAmount: text,
  fawryFees: optional,
  orderStatus: z.string(),
  paymentMethod: optional,
  paymentRefrenceNumber: optional,
  messageSignature: z.nullish(z.string()),
  failureErrorCode: optional,
  failureReason: z.nullish(z.string()),
})
type WireOrder = z.output<typeof order>

/** The gateway's version of an order; amounts in piastres. */
export type GatewayOrder = {
  isOk: true
  reference: string
  merchantRefNum: string
  customerId: string | null
  orderAmount: Piastres
  paymentAmount: Piastres
  fees: Piastres
  status: TransactionStatus
  event: TransactionEvent
  method: PaymentMethod | null
  failure: { code: string; words: string } | null
}

const { New, Paid, Canceled, Refunded, Expired, PartialRefunded, Failed } = TransactionStatus

/** The gateway's statuses; its older documentation spells CANCELLED. */
const STATUSES: Record<string, { status: TransactionStatus; event: TransactionEvent }> = {
  NEW: { status: New, event: 'accept' },
  UNPAID: { status: New, event: 'accept' },
  PAID: { status: Paid, event: 'pay' },
  CANCELED: { status: Canceled, event: 'cancel' },
  CANCELLED: { status: Canceled, event: 'cancel' },
  REFUNDED: { status: Refunded, event: 'refund' },
  EXPIRED: { status: Expired, event: 'expire' },
  PARTIAL_REFUNDED: { status: PartialRefunded, event: 'refund-part' },
  FAILED: { status: Failed, event: 'refuse' },
}

const { Card, EWallet, Fawry } = PaymentMethod
/** The spelling depends on the gateway's version (docs/rules/money.md 6.6); instalments are reported as card payments. */
const METHODS: Record<string, PaymentMethod> = {
  CARD: Card,
  PAYUSINGCC: Card,
  MWALLET: EWallet,
  WALLET: EWallet,
  MOBILEWALLET: EWallet,
  PAYATFAWRY: Fawry,
}
const methodOf = (name: unknown) =>
  METHODS[
    String(name ?? '')
      .toUpperCase()
      .replaceAll(' ', '')
  ] ?? null

/** The raw values that Fawry signs, amounts with two decimals (docs/rules/money.md 6.5). */
function signedValues(wire: WireOrder, paid: Piastres, ordered: Piastres) {
  const amounts = [formatPiastres(paid), formatPiastres(ordered)]
  const { fawryRefNumber, merchantRefNumber, orderStatus, paymentMethod, paymentRefrenceNumber } = wire
  return [fawryRefNumber, merchantRefNumber, ...amounts, orderStatus, paymentMethod, paymentRefrenceNumber]
}

const statusOf = (wire: WireOrder) => STATUSES[wire.orderStatus.toUpperCase()]

function toGatewayOrder(wire: WireOrder, paymentAmount: Piastres, orderAmount: Piastres): GatewayOrder | null {
  const known = statusOf(wire)
  if (!known) return null
  const { failureErrorCode: code, failureReason: reason } = wire
  const reported = readAmount(wire.fawryFees ?? 0) ?? 0
  return {
    isOk: true,
    ...known,
    orderAmount,
    paymentAmount,
    reference: String(wire.fawryRefNumber),
    merchantRefNum: String(wire.merchantRefNumber),
    customerId: wire.customerMerchantId == null ? null : String(wire.customerMerchantId),
    // The part of the fee that the student paid on top of the order is not deducted from us.
    fees: Math.min(orderAmount, Math.max(0, reported - Math.max(0, paymentAmount - orderAmount))),
    method: methodOf(wire.paymentMethod),
    failure: code == null && !reason ? null : { code: String(code ?? ''), words: reason ?? '' },
  }
}

type SignedOrder = { wire: WireOrder; paid: Piastres; ordered: Piastres }

/** The values of a notification or response; null without a valid signature, where it has or must have one. */
function readSigned(env: Env, body: unknown, mustBeSigned: boolean): SignedOrder | null {
  const parsed = order.safeParse(body)
  if (!parsed.success) return null
  const wire = parsed.data
  const [paid, ordered] = [readAmount(wire.paymentAmount), readAmount(wire.orderAmount)]
  if (paid === null || ordered === null) return null
  const { messageSignature } = wire
  const isSigned =
    typeof messageSignature === 'string' && isSignedByFawry(env, signedValues(wire, paid, ordered), messageSignature)
  return isSigned || (!mustBeSigned && messageSignature == null) ? { wire, paid, ordered } : null
}

/** A notification of a status that is not in docs/rules/money.md 6.6, such as DELIVERED. */
export type UnknownStatus = { isOk: false; status: string; merchantRefNum: string; reference: string }

/**
 * A status that we do not know, of a known method only: the values are signed without a separator, so that one moved from the
 * status to the method next to it leaves the signature valid.
 */
const unknownStatusOf = (wire: WireOrder): UnknownStatus | null =>
  statusOf(wire) || methodOf(wire.paymentMethod) === null
    ? null
    : {
        isOk: false,
        status: wire.orderStatus.slice(0, MAX_STATUS),
        merchantRefNum: String(wire.merchantRefNumber),
        reference: String(wire.fawryRefNumber),
      }

/** A notification with a valid signature; null for anything else. */
export function parseNotification(env: Env, body: unknown): GatewayOrder | UnknownStatus | null {
  const signed = readSigned(env, body, true)
  return signed && (toGatewayOrder(signed.wire, signed.paid, signed.ordered) ?? unknownStatusOf(signed.wire))
}

/** The response to a status query. The signature may be missing, but a wrong one is refused as in a notification. */
export function parseOrderStatus(env: Env, body: unknown): GatewayOrder | null {
  const signed = readSigned(env, body, false)
  return signed && toGatewayOrder(signed.wire, signed.paid, signed.ordered)
}
