import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PaymobTransaction } from '#contract/paymob'
import type { Report } from '#domain/payments/report'
import type { Env } from '../../env.ts'

/** What the provider signs, in its order (docs/rules/money.md 7.3); `error_occured` is its spelling. */
const signedValues = (one: PaymobTransaction): unknown[] => [
  ...[one.amount_cents, one.created_at, one.currency, one.error_occured, one.has_parent_transaction],
  ...[one.id, one.integration_id, one.is_3d_secure, one.is_auth, one.is_capture],
  ...[one.is_refunded, one.is_standalone_payment, one.is_voided, one.order.id, one.owner],
  ...[one.pending, one.source_data.pan, one.source_data.sub_type, one.source_data.type, one.success],
]

/** Reading hexadecimal text stops without a word at the first letter that is none. */
const isWrittenRight = (hmac: string): boolean => /^[0-9a-f]{128}$/i.test(hmac)

/** Whether a callback bears the account's signature over its raw values, in a time that does not tell where it differs. */
export function isPaymobs(env: Env, one: PaymobTransaction, hmac: string): boolean {
  if (!isWrittenRight(hmac)) return false
  const text = signedValues(one)
    .map((value) => value ?? '')
    .join('')
  const expected = createHmac('sha512', env.PAYMOB_HMAC_SECRET).update(text).digest()
  const given = Buffer.from(hmac, 'hex')
  return timingSafeEqual(expected, given)
}

/**
 * What a transaction of the provider says of our order. A refunded or voided original still says `success`, so those come
 * first (docs/rules/money.md 7.4).
 */
export function reportOf(one: PaymobTransaction): Report {
  const told = (event: Report['event'], refundedTotal: number | null = null): Report => ({ event, refundedTotal })
  if (one.pending) return told('accept')
  if (one.is_voided) return told(one.success ? 'void' : 'cancel')
  if (one.is_refunded) {
    const back = one.refunded_amount_cents ?? one.amount_cents
    return back < one.amount_cents ? told('refund-part', back) : told('refund')
  }
  return told(one.success ? 'pay' : 'refuse')
}
