import { TransactionStatus } from '#domain/payments/transaction'
import { payments } from '#messages/payments'
import { orderTones } from '../../shared/payments/order-tones.ts'
import { Badge } from '../../ui/badge.tsx'

/** The status of an order; one past its expiry reads as expired before the sweep has recorded it. */
export function OrderBadge({ status, isLapsed }: { status: TransactionStatus; isLapsed: boolean }) {
  const shown = isLapsed ? TransactionStatus.Expired : status
  return <Badge tone={orderTones[shown]}>{payments.status[shown]}</Badge>
}
