import { useQueryClient } from '@tanstack/react-query'
import { updateInvoice } from '#contract/calls/invoices'
import type { ListedInvoice } from '#contract/invoices'
import { innerText } from '#domain/rich-text'
import { staffWithdrawals } from '#messages/staff-withdrawals'
import { useMessages } from '../../messages/messages.ts'
import { ApiError } from '../../platform/api.ts'
import { errorText } from '../../platform/error-text.ts'
import { formOf, type UploadOptions, upload } from '../../platform/upload.ts'
import { toast } from '../../ui/toasts.ts'
import { saveVersioned } from '../audit/shared/versioned-save.ts'
import { refetchWithdrawals, withdrawalQuery } from './queries.ts'

/** The request was decided or changed by somebody else meanwhile: the panel shows its current state. */
const isChanged = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'version-conflict' || error.code === 'illegal-invoice-update')

type Parts = Record<string, string | File>

const textOf = (note: string | null | undefined): string | null => (note ? innerText(note) : null)
const fieldsOf = ({ status, adminNote, receipt }: ListedInvoice) => ({
  status,
  note: textOf(adminNote),
  receipt: receipt?.split('/').at(-1),
})
/** The parts of the call under the names and in the types of the request's fields. */
const changesOf = (parts: Parts) =>
  Object.fromEntries(
    Object.entries(parts).map(([name, part]) => {
      if (typeof part !== 'string') return [name, part.name]
      return [name, name === 'status' ? Number(part) : part || null]
    }),
  )

/**
 * Sends a decision about a request as it was read, and refreshes the affected data. If another admin has decided meanwhile,
 * both are shown, and nothing is sent when theirs is kept (docs/rules/staff.md 3.3).
 */
export function useDecide(read: ListedInvoice) {
  const t = useMessages(staffWithdrawals)
  const client = useQueryClient()
  const { id } = read
  return async (parts: Parts, done: string, options: UploadOptions = {}): Promise<void> => {
    try {
      const { outcome } = await saveVersioned<ListedInvoice, unknown>({
        kind: 'withdrawal',
        read,
        changes: changesOf(parts),
        save: ({ version }) => upload(updateInvoice, { params: { id }, body: formOf(parts) }, { ...options, version }),
        reload: () => client.fetchQuery({ ...withdrawalQuery(id), staleTime: 0 }),
        fieldsOf,
      })
      if (outcome === 'saved') toast.success(done)
    } catch (error) {
      if (options.signal?.aborted) throw error
      toast.error(t('failed'), { description: isChanged(error) ? t('changed') : errorText(error) })
      throw error
    } finally {
      await refetchWithdrawals(client)
    }
  }
}
