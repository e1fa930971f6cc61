import type { Transaction } from '#contract/transactions'
import { PaymentMethod } from '#domain/payments/methods'
import { payments } from '#messages/payments'
import { useMessages } from '../../messages/messages.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useCancelOrder } from './payment-watch.ts'

/** Confirms the cancellation of an unpaid order. */
export function CancelOrderDialog({ payment, onClose }: { payment: Transaction; onClose: () => void }) {
  const t = useMessages(payments)
  const giveUp = useCancelOrder(payment.id)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      tone="danger"
      title={t('giveUp.title')}
      description={t(payment.paymentMethod === PaymentMethod.Fawry ? 'giveUp.textReference' : 'giveUp.text')}
      confirmLabel={t('giveUp.confirm')}
      cancelLabel={t('giveUp.keep')}
      onConfirm={giveUp}
    />
  )
}
