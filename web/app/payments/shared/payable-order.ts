import type { Transaction } from '#contract/transactions'
import { fromIso, type Instant } from '#domain/cairo'
import { isOpenOrder } from '#domain/payments/new-order'

/** An order that its student can still pay: it blocks another one. */
export const isPayable = ({ status, expiresAt }: Pick<Transaction, 'status' | 'expiresAt'>, now: Instant) =>
  isOpenOrder({ status, expiresAt: expiresAt === null ? null : fromIso(expiresAt) }, now)
