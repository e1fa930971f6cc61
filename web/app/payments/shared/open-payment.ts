import type { Transaction } from '#contract/transactions'
import { fromIso, type Instant } from '#domain/cairo'
import { isOpenOrder } from '#domain/payments/new-order'

/** A payment that its student can still make: it blocks another order. */
export const isOpenPayment = ({ status, expiresAt }: Pick<Transaction, 'status' | 'expiresAt'>, now: Instant) =>
  isOpenOrder({ status, expiresAt: expiresAt === null ? null : fromIso(expiresAt) }, now)
