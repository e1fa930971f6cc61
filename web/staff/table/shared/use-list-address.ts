import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ListState, listParams, readListState } from './list-address.ts'

/** The list's state in the address, and a function that changes it; every change of the content resets to page 1. */
export function useListAddress(names: readonly string[], sortKeys: readonly string[]) {
  const address = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const state = readListState(address, names, sortKeys)
  /** `replace` adds no history entry, for changes while typing. */
  const change = (changes: Partial<ListState>, { replace = false } = {}): void => {
    const params = listParams({ ...state, page: 1, ...changes }, names)
    // The routes have different parameters; each has those of its list.
    const search = ((before: object) => ({ ...before, ...params })) as never
    void navigate({ to: '.', search, replace, resetScroll: false })
  }
  return { state, change }
}
