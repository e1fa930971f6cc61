import type { Transaction } from '#contract/transactions'
import { PaymentMethod } from '#domain/payments/methods'
import { payments } from '#messages/payments'
import { useMessages } from '../../messages/messages.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useCancelOrder } from './order-watch.ts'

/** Confirms the cancellation of an unpaid order. */
export function CancelOrderDialog({ order, onClose }: { order: Transaction; onClose: () => void }) {
  const t = useMessages(payments)
  const giveUp = useCancelOrder(order.id)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      tone="danger"
      title={t('giveUp.title')}
      description={t(order.paymentMethod === PaymentMethod.Fawry ? 'giveUp.textReference' : 'giveUp.text')}
      confirmLabel={t('giveUp.confirm')}
      cancelLabel={t('giveUp.keep')}
      onConfirm={giveUp}
    />
  )
}
