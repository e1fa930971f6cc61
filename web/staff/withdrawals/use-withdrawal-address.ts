import { useNavigate, useSearch } from '@tanstack/react-router'
import type { WithdrawalTab } from './address.ts'

/** Opens and closes the withdrawal in the address; the list behind it keeps its state. */
export function useWithdrawalAddress() {
  const { tab = 'queue', open, file } = useSearch({ from: '/shell/invoices' })
  const navigate = useNavigate({ from: '/invoices' })
  const change = (shown: { open: number | undefined; file: number | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...shown }), resetScroll: false })
  return {
    tab,
    open,
    file,
    openRequest: (id: number | undefined) => change({ open: id, file: undefined }),
    openFile: (id: number | undefined) => change({ file: id, open: undefined }),
    /** Another list, with none of the filters of this one. */
    openTab: (next: WithdrawalTab) => void navigate({ search: next === 'queue' ? {} : { tab: next } }),
  }
}
