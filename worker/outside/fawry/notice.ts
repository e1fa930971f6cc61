import * as z from 'zod/mini'
import { formatPiastres, type Piastres } from '#domain/money'
import { PaymentMethod } from '#domain/payments/methods'
import { type TransactionEvent, TransactionStatus } from '#domain/payments/transaction'
import type { Env } from '../../env.ts'
import { readAmount } from '../wire-amount.ts'
import { isSignedBy, signatureOf } from './settings.ts'

const text = z.union([z.string(), z.number()])
const optional = z.nullish(text)

/** What a notice and an answer about an order share, in the gateway's spelling (docs/rules/money.md 6.5). */
const order = z.object({
  fawryRefNumber: text,
  merchantRefNumber: text,
  customerMerchantId: optional,
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

/** An order as the gateway has it; amounts in piastres. */
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

/** The gateway's words; its older pages write CANCELLED. */
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
/** Spellings differ by age (docs/rules/money.md 6.6); instalments are reported as cards. */
const METHODS: Record<string, PaymentMethod> = {
  CARD: Card,
  PAYUSINGCC: Card,
  MWALLET: EWallet,
  WALLET: EWallet,
  MOBILEWALLET: EWallet,
  PAYATFAWRY: Fawry,
}
const methodOf = (words: unknown) =>
  METHODS[
    String(words ?? '')
      .toUpperCase()
      .replaceAll(' ', '')
  ] ?? null

/** The signature over the raw values, amounts with two decimals (docs/rules/money.md 6.5). */
function signatureOfNotice(env: Env, wire: WireOrder, paid: Piastres, ordered: Piastres): string {
  const amounts = [formatPiastres(paid), formatPiastres(ordered)]
  const { fawryRefNumber, merchantRefNumber, orderStatus, paymentMethod, paymentRefrenceNumber } = wire
  return signatureOf(env, [
    ...[fawryRefNumber, merchantRefNumber, ...amounts, orderStatus, paymentMethod, paymentRefrenceNumber],
  ])
}

function asOrder(wire: WireOrder, paymentAmount: Piastres, orderAmount: Piastres): GatewayOrder | null {
  const known = STATUSES[wire.orderStatus.toUpperCase()]
  if (!known) return null
  const { failureErrorCode: code, failureReason: words } = wire
  const reported = readAmount(wire.fawryFees ?? 0) ?? 0
  return {
    isOk: true,
    ...known,
    orderAmount,
    paymentAmount,
    reference: String(wire.fawryRefNumber),
    merchantRefNum: String(wire.merchantRefNumber),
    customerId: wire.customerMerchantId == null ? null : String(wire.customerMerchantId),
    // What the student paid above the order has paid the gateway already; the rest of its fee is ours.
    fees: Math.min(orderAmount, Math.max(0, reported - Math.max(0, paymentAmount - orderAmount))),
    method: methodOf(wire.paymentMethod),
    failure: code == null && !words ? null : { code: String(code ?? ''), words: words ?? '' },
  }
}

function read(env: Env, body: unknown, mustBeSigned: boolean): GatewayOrder | null {
  const parsed = order.safeParse(body)
  if (!parsed.success) return null
  const wire = parsed.data
  const [paid, ordered] = [readAmount(wire.paymentAmount), readAmount(wire.orderAmount)]
  if (paid === null || ordered === null) return null
  const { messageSignature } = wire
  const isSigned =
    typeof messageSignature === 'string' && isSignedBy(signatureOfNotice(env, wire, paid, ordered), messageSignature)
  if (!isSigned && (mustBeSigned || messageSignature != null)) return null
  return asOrder(wire, paid, ordered)
}

/** A notice that bears the gateway's signature; null for any other, whatever is wrong with it. */
export const readNotice = (env: Env, body: unknown): GatewayOrder | null => read(env, body, true)

/** The gateway's own answer to our question; one that is signed wrongly is not believed either. */
export const readOrder = (env: Env, body: unknown): GatewayOrder | null => read(env, body, false)
