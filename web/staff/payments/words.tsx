import type { TransactionStatus } from '#domain/payments/transaction'
import { staffPayments } from '#messages/staff-payments'
import { orderTones } from '../../shared/payments/order-tones.ts'
import { Badge } from '../../ui/badge.tsx'

export const OrderBadge = ({ status }: { status: TransactionStatus }) => (
  <Badge tone={orderTones[status]}>{staffPayments.status[status]}</Badge>
)
