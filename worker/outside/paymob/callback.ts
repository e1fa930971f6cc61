import type { PaymobCardToken, PaymobTransaction } from '#contract/paymob'
import type { Piastres } from '#domain/money'
import type { StatusReport } from '#domain/payments/status-report'
import { acceptedKeys, type Env } from '../../env.ts'
import { isHmacOf } from '../../http/signatures.ts'

/** The values that Paymob signs, in its order (docs/rules/money.md 7.3); `error_occured` is Paymob's spelling. */
const signedValues = (one: PaymobTransaction): unknown[] => [
  one.amount_cents,
  one.created_at,
  one.currency,
  one.error_occured,
  one.has_parent_transaction,
  one.id,
  one.integration_id,
  one.is_3d_secure,
  one.is_auth,
  one.is_capture,
  one.is_refunded,
  one.is_standalone_payment,
  one.is_voided,
  one.order.id,
  one.owner,
  one.pending,
  one.source_data.pan,
  one.source_data.sub_type,
  one.source_data.type,
  one.success,
]

const isWellFormedHmac = (hmac: string): boolean => /^[0-9a-f]{128}$/i.test(hmac)

/** Whether values are signed with the account's key, joined as sent. */
function isSigned(env: Env, values: readonly unknown[], hmac: string): boolean {
  if (!isWellFormedHmac(hmac)) return false
  const text = values.map((value) => value ?? '').join('')
  const given = Buffer.from(hmac, 'hex')
  return acceptedKeys(env, 'PAYMOB_HMAC_SECRET').some((key) => isHmacOf({ algorithm: 'sha512', key }, text, given))
}

export const isCallbackSigned = (env: Env, one: PaymobTransaction, hmac: string): boolean =>
  isSigned(env, signedValues(one), hmac)

/** Of a saved card Paymob signs other values, in this order (docs/rules/money.md 7.7). */
export function isCardTokenSigned(env: Env, card: PaymobCardToken, hmac: string): boolean {
  const { card_subtype, created_at, email, id, masked_pan, merchant_id, order_id, token } = card
  return isSigned(env, [card_subtype, created_at, email, id, masked_pan, merchant_id, order_id, token], hmac)
}

/**
 * Whether the transaction is a refund or a void, which Paymob reports as a transaction of its own, with the payment as its
 * parent (docs/rules/money.md 7.4). It is never a payment. Of the three signs only the parent is signed; the others can only
 * lead to an inquiry.
 */
export const isChild = (one: PaymobTransaction): boolean =>
  one.has_parent_transaction || one.is_refund === true || one.is_void === true

/** The number of the payment that a refund or void belongs to; null where Paymob does not name it. */
export const parentOf = ({ parent_transaction: parent }: PaymobTransaction): string | null =>
  parent == null || !/^\d+$/.test(String(parent)) ? null : String(parent)

/** Piastres of a payment that went back so far: a running total, since `is_refunded` turns true only with all of it. */
const refundedTotalOf = (one: PaymobTransaction): number =>
  one.refunded_amount_cents ?? (one.is_refunded ? one.amount_cents : 0)

/**
 * A success that is none that we know, in words for staff; null for every other transaction. An authorization only reserves the
 * money, and one with an error is no proof of it (docs/rules/money.md 4.8).
 */
export function unknownSuccess(one: PaymobTransaction): 'authorized' | 'success-with-error' | null {
  if (!one.success || one.pending || one.is_voided || refundedTotalOf(one) > 0) return null
  if (one.is_auth && !one.is_capture) return 'authorized'
  return one.error_occured ? 'success-with-error' : null
}

/**
 * The status report of a payment. A refunded or voided payment still has `success`, so those two are checked first
 * (docs/rules/money.md 7.4).
 */
export function reportOf(one: PaymobTransaction): StatusReport {
  const report = (event: StatusReport['event'], refundedTotal: number | null = null): StatusReport => ({
    event,
    refundedTotal,
  })
  if (one.pending) return report('accept')
  if (one.is_voided) return report(one.success ? 'void' : 'cancel')
  const refunded = refundedTotalOf(one)
  if (refunded > 0) return refunded < one.amount_cents ? report('refund-part', refunded) : report('refund')
  if (unknownSuccess(one)) return report('accept')
  return report(one.success ? 'pay' : 'refuse')
}

/**
 * What a refund or void says of an unpaid order whose payment it does not name: one over the whole price means that it was
 * paid and went back. Null for any other, from which nothing certain follows.
 */
export function reportOfWholeChild(one: PaymobTransaction, price: Piastres): StatusReport | null {
  if (!one.success || one.pending || one.amount_cents !== price) return null
  return { event: one.is_void === true ? 'void' : 'refund', refundedTotal: null }
}
