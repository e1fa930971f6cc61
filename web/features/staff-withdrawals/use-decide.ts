import { useQueryClient } from '@tanstack/react-query'
import { type ListedInvoice, updateInvoice } from '#contract/invoices'
import { staffWithdrawals } from '../../i18n/ar/staff-withdrawals.ts'
import { useMessages } from '../../i18n/messages.ts'
import { ApiError } from '../../platform/api.ts'
import { errorText } from '../../platform/error-text.ts'
import { formOf, type UploadOptions, upload } from '../../platform/upload.ts'
import { toast } from '../../ui/toasts.ts'
import { refetchWithdrawals } from './queries.ts'

/** Somebody has decided or changed the request meanwhile: the panel shows what it has become. */
const isChanged = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'version-conflict' || error.code === 'illegal-invoice-update')

/** Sends a decision about a request, of the version that is shown, and refreshes what it changes. */
export function useDecide(withdrawal: ListedInvoice) {
  const t = useMessages(staffWithdrawals)
  const client = useQueryClient()
  return async (parts: Record<string, string | File>, done: string, options: UploadOptions = {}): Promise<void> => {
    try {
      await upload(
        updateInvoice,
        { params: { id: withdrawal.id }, body: formOf(parts) },
        { ...options, version: withdrawal.updatedAt },
      )
      toast.success(done)
    } catch (error) {
      if (options.signal?.aborted) throw error
      toast.error(t('failed'), { description: isChanged(error) ? t('changed') : errorText(error) })
      throw error
    } finally {
      await refetchWithdrawals(client)
    }
  }
}
