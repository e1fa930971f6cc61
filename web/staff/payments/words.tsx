import { TransactionStatus } from '#domain/payments/transaction'
import { staffPayments } from '#messages/staff-payments'
import { Badge, type Tone } from '../../ui/badge.tsx'

const tones: Record<TransactionStatus, Tone> = {
  [TransactionStatus.New]: 'info',
  [TransactionStatus.Paid]: 'success',
  [TransactionStatus.Canceled]: 'neutral',
  [TransactionStatus.Refunded]: 'warning',
  [TransactionStatus.Expired]: 'neutral',
  [TransactionStatus.PartialRefunded]: 'warning',
  [TransactionStatus.Failed]: 'danger',
  [TransactionStatus.Processed]: 'info',
}

export const OrderBadge = ({ status }: { status: TransactionStatus }) => (
  <Badge tone={tones[status]}>{staffPayments.status[status]}</Badge>
)
