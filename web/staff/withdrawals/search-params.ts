import { useNavigate, useSearch } from '@tanstack/react-router'
import { oneOf, positiveInteger } from '../../platform/search.ts'
import { listSearch } from '../table/shared/list-search-params.ts'

/** The sections of the screen; the first one is shown unless the address names another. */
const WITHDRAWAL_TABS = ['queue', 'all', 'files', 'payouts'] as const
export type WithdrawalTab = (typeof WITHDRAWAL_TABS)[number]

/** `open` is the request, `file` the payment file, `batch` the batch of payouts that is looked at. */
export const withdrawalsSearch = listSearch(['methods', 'statuses', 'users', 'ids', 'receipt', 'amount', 'states'], {
  tab: oneOf(WITHDRAWAL_TABS),
  open: positiveInteger,
  file: positiveInteger,
  batch: positiveInteger,
})

/** Opens and closes the withdrawal in the address; the list behind it keeps its state. */
export function useShownWithdrawal() {
  const { open, file, batch } = useSearch({ from: '/shell/invoices' })
  const navigate = useNavigate({ from: '/invoices' })
  const none = { open: undefined, file: undefined, batch: undefined }
  const change = (shown: { open?: number | undefined; file?: number | undefined; batch?: number | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...none, ...shown }), resetScroll: false })
  return {
    open,
    file,
    batch,
    openRequest: (id: number | undefined) => change({ open: id }),
    openFile: (id: number | undefined) => change({ file: id }),
    openBatch: (id: number | undefined) => change({ batch: id }),
  }
}
