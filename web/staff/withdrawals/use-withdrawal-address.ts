import { useNavigate, useSearch } from '@tanstack/react-router'
import type { WithdrawalTab } from './address.ts'

/** Opens and closes the withdrawal in the address; the list behind it keeps its state. */
export function useWithdrawalAddress() {
  const {
    tab = 'queue',
    open,
    file,
  } = useSearch({ strict: false }) as {
    tab?: WithdrawalTab
    open?: number
    file?: number
  }
  const navigate = useNavigate()
  const change = (search: Record<string, unknown>) =>
    void navigate({ to: '.', search: ((before: object) => ({ ...before, ...search })) as never, resetScroll: false })
  return {
    tab,
    open,
    file,
    openRequest: (id: number | undefined) => change({ open: id, file: undefined }),
    openFile: (id: number | undefined) => change({ file: id, open: undefined }),
    /** Another list, with none of the filters of this one. */
    openTab: (next: WithdrawalTab) =>
      void navigate({ to: '/invoices', search: (next === 'queue' ? {} : { tab: next }) as never }),
  }
}
