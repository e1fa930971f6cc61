import { TransactionStatus } from '#domain/payments/transaction'
import { payments } from '#messages/payments'
import { Badge, type Tone } from '../../ui/badge.tsx'

const { New, Paid, Canceled, Refunded, Expired, PartialRefunded, Failed, Processed } = TransactionStatus

const TONES: Record<TransactionStatus, Tone> = {
  [New]: 'warning',
  [Processed]: 'warning',
  [Paid]: 'success',
  [Failed]: 'danger',
  [Canceled]: 'neutral',
  [Expired]: 'neutral',
  [Refunded]: 'info',
  [PartialRefunded]: 'info',
}

/** The status of a payment; an order past its expiry reads as expired before the sweep has recorded it. */
export function PaymentBadge({ status, isLapsed }: { status: TransactionStatus; isLapsed: boolean }) {
  const shown = isLapsed ? Expired : status
  return <Badge tone={TONES[shown]}>{payments.status[shown]}</Badge>
}
