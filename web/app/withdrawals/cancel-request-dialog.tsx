import { useQueryClient } from '@tanstack/react-query'
import { updateInvoice } from '#contract/calls/invoices'
import type { Invoice } from '#contract/invoices'
import { WithdrawalStatus } from '#domain/withdrawals/statuses'
import { withdrawals } from '#messages/withdrawals'
import { useMessages } from '../../messages/messages.ts'
import { ApiError, request } from '../../platform/api.ts'
import { errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toasts.ts'

/** Asks the staff to cancel a withdrawal; it is cancelled only when they agree. */
export function CancelRequestDialog({ withdrawal, onClose }: { withdrawal: Invoice; onClose: () => void }) {
  const t = useMessages(withdrawals)
  const format = useFormat()
  const queryClient = useQueryClient()
  const ask = async () => {
    const body = new FormData()
    body.append('status', String(WithdrawalStatus.PendingCancellation))
    try {
      await request(updateInvoice, { params: { id: withdrawal.id }, body })
      toast.success(t('cancel.done'), { description: t('cancel.doneText') })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'illegal-invoice-update')
        return void toast.info(t('cancel.over'), { description: t('cancel.overText') })
      toast.error(t('cancel.failed'), { description: errorText(error) })
      throw error
    } finally {
      await queryClient.invalidateQueries({ queryKey: keys.withdrawals })
    }
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      tone="danger"
      title={t('cancel.title', { amount: format.money(withdrawal.amount) })}
      description={t('cancel.text')}
      confirmLabel={t('cancel.confirm')}
      cancelLabel={t('cancel.keep')}
      onConfirm={ask}
    />
  )
}
