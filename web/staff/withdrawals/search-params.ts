import { useNavigate, useSearch } from '@tanstack/react-router'
import { oneOf, positiveInteger } from '../../platform/search.ts'
import { listSearch } from '../table/shared/list-search-params.ts'

/** The sections of the screen; the first one is shown unless the address names another. */
const WITHDRAWAL_TABS = ['queue', 'all', 'files'] as const
export type WithdrawalTab = (typeof WITHDRAWAL_TABS)[number]

/** `open` is the request, `file` the payment file that is looked at. */
export const withdrawalsSearch = listSearch(['methods', 'statuses', 'users', 'ids', 'receipt', 'amount'], {
  tab: oneOf(WITHDRAWAL_TABS),
  open: positiveInteger,
  file: positiveInteger,
})

/** Opens and closes the withdrawal in the address; the list behind it keeps its state. */
export function useShownWithdrawal() {
  const { open, file } = useSearch({ from: '/shell/invoices' })
  const navigate = useNavigate({ from: '/invoices' })
  const change = (shown: { open: number | undefined; file: number | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...shown }), resetScroll: false })
  return {
    open,
    file,
    openRequest: (id: number | undefined) => change({ open: id, file: undefined }),
    openFile: (id: number | undefined) => change({ file: id, open: undefined }),
  }
}
