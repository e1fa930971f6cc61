import { TransactionStatus } from '#domain/payments/transaction'
import type { Tone } from '../../ui/badge.tsx'

const { New, Paid, Canceled, Refunded, Expired, PartialRefunded, Failed, Processed } = TransactionStatus

/**
 * Of the badge of an order, for students and staff: it warns while somebody must still pay (docs/rules/money.md 3.4); a
 * refund is news and asks nothing of anybody.
 */
export const orderTones: Record<TransactionStatus, Tone> = {
  [New]: 'warning',
  [Processed]: 'warning',
  [Paid]: 'success',
  [Failed]: 'danger',
  [Canceled]: 'neutral',
  [Expired]: 'neutral',
  [Refunded]: 'info',
  [PartialRefunded]: 'info',
}
