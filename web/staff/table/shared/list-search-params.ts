import { useNavigate, useSearch } from '@tanstack/react-router'
import { type Param, pageNumber, searchSchema, text } from '../../../platform/search.ts'
import type { Order } from '../../../ui/data-table/column.ts'

/** The state of a list in its address (docs/rules/staff.md 1.3). Comes with the table of routes: nothing heavy here. */

export const PAGE_SIZES = [25, 50, 100] as const
export type PageSize = (typeof PAGE_SIZES)[number]

const pageSize: Param<PageSize> = (raw) => PAGE_SIZES.find((size) => size === Number(raw))

/** The router writes a text that looks like a number in quotes; as a number it is the same in the address without them. */
const plain = (value: string): string | number | boolean => {
  const number = Number(value)
  if (Number.isSafeInteger(number) && String(number) === value) return number
  return value === 'true' || value === 'false' ? value === 'true' : value
}

const plainText: Param<string | number | boolean> = (raw) => {
  const given = text(raw)
  return given === undefined ? undefined : plain(given)
}

const SHAPE = { page: pageNumber, size: pageSize, sort: text, q: plainText }
type Texts<Name extends string> = Record<Name, Param<string | number | boolean>>

/**
 * The schema of a list's route: page, size, order, search, and the named filters, each a text that its filter reads.
 * `extra` are further parameters of the screen, such as its tab.
 */
export function listSearch<
  const Name extends string,
  Extra extends Record<string, Param<unknown, unknown>> = Record<never, never>,
>(filters: readonly Name[], extra?: Extra) {
  const texts = Object.fromEntries(filters.map((name) => [name, plainText])) as Texts<Name>
  return searchSchema<typeof SHAPE & Texts<Name> & Extra>({ ...SHAPE, ...texts, ...(extra as Extra) })
}

export type ListState = {
  page: number
  size: PageSize
  order: Order | null
  search: string
  /** By the filter's name, with the value in the address. */
  filters: Readonly<Record<string, string>>
}

/** `-createdAt` is falling, `createdAt` rising. */
const orderOf = (sort: string): Order =>
  sort.startsWith('-') ? { key: sort.slice(1), direction: 'desc' } : { key: sort, direction: 'asc' }

/** Parses the address, limited to the filters and orders of this list: the call refuses any other. */
export function readListState(
  address: Readonly<Record<string, unknown>>,
  names: readonly string[],
  sortKeys: readonly string[],
): ListState {
  const filters = names.flatMap((name) => {
    const value = text(address[name])
    return value === undefined || value === '' ? [] : [[name, value] as const]
  })
  const order = orderOf(text(address.sort) ?? '')
  return {
    page: pageNumber(address.page) ?? 1,
    size: pageSize(address.size) ?? PAGE_SIZES[0],
    order: sortKeys.includes(order.key) ? order : null,
    search: text(address.q) ?? '',
    filters: Object.fromEntries(filters),
  }
}

/** The parameters of the address for this state; what is as usual is left out, and `undefined` removes it. */
export function listParams(state: ListState, names: readonly string[]): Record<string, unknown> {
  const { page, size, order, search, filters } = state
  const params: Record<string, unknown> = {
    page: page > 1 ? page : undefined,
    size: size === PAGE_SIZES[0] ? undefined : size,
    sort: order ? `${order.direction === 'desc' ? '-' : ''}${order.key}` : undefined,
    q: search === '' ? undefined : plain(search),
  }
  for (const name of names) {
    const value = filters[name]
    params[name] = value === undefined || value === '' ? undefined : plain(value)
  }
  return params
}

/** The list's state in the address, and a function that changes it; every change of the content resets to page 1. */
export function useListState(names: readonly string[], sortKeys: readonly string[]) {
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
