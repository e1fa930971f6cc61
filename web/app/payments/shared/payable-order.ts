import type { Transaction } from '#contract/transactions'
import { fromIso, type Instant } from '#domain/cairo'
import { isOpenOrder } from '#domain/payments/new-order'

/** The search of the checkout that shows an order. */
export const checkoutSearchOf = ({ topUpMinutes, changesPlan }: Pick<Transaction, 'topUpMinutes' | 'changesPlan'>) => ({
  minutes: topUpMinutes ?? undefined,
  change: changesPlan || undefined,
})

/** An order that its student can still pay: it blocks another one. */
export const isPayable = ({ status, expiresAt }: Pick<Transaction, 'status' | 'expiresAt'>, now: Instant) =>
  isOpenOrder({ status, expiresAt: expiresAt === null ? null : fromIso(expiresAt) }, now)
