import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CallAddress } from '#contract/address'
import type { Answer, Input } from '#contract/client'
import { request } from '../../../platform/api.ts'
import { type Filters, queryOfFilters } from './filters.ts'
import type { ListState } from './list-search-params.ts'

/** What a list call takes, but for page, size and order. */
export type ListQuery<C extends CallAddress> = Input<C> extends { query?: infer Q } ? NonNullable<Q> : never

/** The parameters of a list call's path; nothing for a path without any. */
export type ListParams<C extends CallAddress> = Input<C> extends { params: infer P } ? P : never

/** A row of a list call's answer. */
export type RowOf<C extends CallAddress> =
  Answer<C> extends { list: readonly (infer Row extends object)[] } ? Row : never

/** What the call can sort by; nothing for a call without an order. */
export type SortKey<C extends CallAddress> = ListQuery<C> extends { orderBy?: infer Key } ? Extract<Key, string> : never

/** `isMore`: there are more rows than `total` (docs/rules/api.md 3.7). */
export type ListPage<Row> = { list: readonly Row[]; total: number; isMore?: boolean | undefined }

export type ListSource<C extends CallAddress> = {
  call: C
  /** The parameters of its path. */
  params?: Record<string, unknown> | undefined
  /** The root of its key in the cache (`platform/query-keys.ts`): who changes such records invalidates it. */
  queryKey: readonly unknown[]
  filters: Filters
  /** The field of the query that the search box fills. */
  searchField: string | undefined
  /** Fixed parts of the query. */
  fixed: Record<string, unknown> | undefined
}

/** What the call's query has of a state of the list but for page and order: the filters and the search. */
export function matchingOfList<C extends CallAddress>(
  source: ListSource<C>,
  state: ListState,
): Record<string, unknown> {
  const query = { ...queryOfFilters(source.filters, state.filters), ...source.fixed }
  const search = state.search.trim()
  return source.searchField && search ? { ...query, [source.searchField]: search } : query
}

/** The query of the call for a state of the list. */
export function queryOfList<C extends CallAddress>(source: ListSource<C>, state: ListState): Record<string, unknown> {
  const { order } = state
  const query: Record<string, unknown> = { ...matchingOfList(source, state), page: state.page, size: state.size }
  if (order) {
    query.orderBy = order.key
    query.direction = order.direction
  }
  return query
}

/** Fetches one page. @throws ApiError as `request`. */
export const fetchPage = <C extends CallAddress>(
  { call, params }: Pick<ListSource<C>, 'call' | 'params'>,
  query: Record<string, unknown>,
  signal: AbortSignal,
) => request(call, { params, query } as unknown as Input<C>, { signal }) as Promise<ListPage<RowOf<C>>>

/** One page of a list; the last one stays until the next one is there. */
export function useListPage<C extends CallAddress>(source: ListSource<C>, state: ListState) {
  const query = queryOfList(source, state)
  return useQuery({
    queryKey: [...source.queryKey, source.call.path, source.params, query],
    queryFn: ({ signal }) => fetchPage(source, query, signal),
    placeholderData: keepPreviousData,
  })
}
