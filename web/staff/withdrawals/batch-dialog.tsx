import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { createPaymentFiles } from '#contract/calls/payment-files'
import type { ListedInvoice } from '#contract/invoices'
import { MAX_IN_PAYMENT_FILE } from '#domain/withdrawals/payment-file'
import { WithdrawalStatus } from '#domain/withdrawals/statuses'
import { staffWithdrawals } from '#messages/staff-withdrawals'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { useIdempotencyKey } from '../../platform/idempotency-key.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toasts.ts'
import { refetchWithdrawals } from './queries.ts'

type BatchDialogProps = { rows: readonly ListedInvoice[]; clear: () => void; onClose: () => void }

/** Puts the selected requests that wait into payment files (docs/rules/staff.md 8.3). */
export function BatchDialog({ rows, clear, onClose }: BatchDialogProps) {
  const t = useMessages(staffWithdrawals)
  const format = useFormat()
  const client = useQueryClient()
  const { keyOf } = useIdempotencyKey()
  const navigate = useNavigate({ from: '/invoices' })
  const waiting = rows.filter(
    ({ status, coolingOff }) => status === WithdrawalStatus.PendingApproval && coolingOff === null,
  )
  const left = rows.length - waiting.length
  const amount = format.money(waiting.reduce((sum, one) => sum + one.amount, 0))
  const refusal = waiting.length === 0 ? t('batch.nothing') : waiting.length > MAX_IN_PAYMENT_FILE && t('batch.tooMany')
  const make = async () => {
    if (refusal) throw new Error('nothing to put into a file')
    try {
      const body = { ids: waiting.map(({ id }) => id) }
      const { list } = await request(createPaymentFiles, { body }, { idempotencyKey: keyOf(body) })
      clear()
      toast.success(t('batch.done', { count: list.length }), {
        actions: [
          {
            label: t('batch.show'),
            onAction: () => {
              void navigate({ search: { tab: 'files' } })
              return true
            },
          },
        ],
      })
    } catch (error) {
      toast.error(t('batch.failed'), { description: errorText(error) })
      throw error
    } finally {
      await refetchWithdrawals(client)
    }
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('batch.title')}
      description={refusal || t('batch.text', { count: waiting.length, amount })}
      confirmLabel={t('batch.confirm')}
      cancelLabel={t('batch.keep')}
      onConfirm={make}
    >
      {left > 0 && !refusal && <p className="text-muted">{t('batch.left', { count: left })}</p>}
    </ConfirmDialog>
  )
}
