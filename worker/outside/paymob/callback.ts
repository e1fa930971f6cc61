import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PaymobTransaction } from '#contract/paymob'
import type { StatusReport } from '#domain/payments/status-report'
import type { Env } from '../../env.ts'

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

/** `Buffer.from(text, 'hex')` silently stops at the first character that is not hexadecimal. */
const isWellFormedHmac = (hmac: string): boolean => /^[0-9a-f]{128}$/i.test(hmac)

/** Whether a callback is signed with the account's key over its raw values; compared in constant time. */
export function isCallbackSigned(env: Env, one: PaymobTransaction, hmac: string): boolean {
  if (!isWellFormedHmac(hmac)) return false
  const text = signedValues(one)
    .map((value) => value ?? '')
    .join('')
  const expected = createHmac('sha512', env.PAYMOB_HMAC_SECRET).update(text).digest()
  const given = Buffer.from(hmac, 'hex')
  return timingSafeEqual(expected, given)
}

/**
 * A success that is none that we know, in words for staff; null for every other transaction. An authorization only reserves the
 * money, and one with an error is no proof of it (docs/rules/money.md 4.8).
 */
export function unknownSuccess(one: PaymobTransaction): 'authorized' | 'success-with-error' | null {
  if (!one.success || one.pending || one.is_voided || one.is_refunded) return null
  if (one.is_auth && !one.is_capture) return 'authorized'
  return one.error_occured ? 'success-with-error' : null
}

/**
 * The status report of a Paymob transaction. A refunded or voided payment still has `success`, so those two are checked
 * first (docs/rules/money.md 7.4).
 */
export function reportOf(one: PaymobTransaction): StatusReport {
  const report = (event: StatusReport['event'], refundedTotal: number | null = null): StatusReport => ({
    event,
    refundedTotal,
  })
  if (one.pending) return report('accept')
  if (one.is_voided) return report(one.success ? 'void' : 'cancel')
  if (one.is_refunded) {
    const back = one.refunded_amount_cents ?? one.amount_cents
    return back < one.amount_cents ? report('refund-part', back) : report('refund')
  }
  if (unknownSuccess(one)) return report('accept')
  return report(one.success ? 'pay' : 'refuse')
}
