import type { ComponentType, ReactNode } from 'react'
import { ErrorState, type ErrorStateProps } from './error-state.tsx'

/** What of a query's result its view needs. */
export type ViewedQuery<Data> = {
  data: Data | undefined
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}

type DataOf<Query extends ViewedQuery<unknown>> = Exclude<Query['data'], undefined>

/** Queries of one view: it has data once each of them has, it failed with one that has none, and retry repeats such ones. */
export function together<const Queries extends readonly ViewedQuery<unknown>[]>(
  ...queries: Queries
): ViewedQuery<{ [Place in keyof Queries]: DataOf<Queries[Place]> }> {
  const failed = queries.filter(({ data, isError }) => isError && data === undefined)
  return {
    data: queries.every(({ data }) => data !== undefined)
      ? (queries.map(({ data }) => data) as { [Place in keyof Queries]: DataOf<Queries[Place]> })
      : undefined,
    isError: failed.length > 0,
    isFetching: failed.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const { refetch } of failed) refetch()
    },
  }
}

type QueryViewProps<Data> = {
  query: ViewedQuery<Data>
  /** The placeholder until the first answer. */
  loading: ReactNode
  /** What the usual error state says differently; null for a part that a screen can do without, and leaves out. */
  failed?: Omit<ErrorStateProps, 'onRetry' | 'retrying'> | null
  /** What the error state is put into, such as a card where the content brings its own. */
  failedIn?: ComponentType<{ children: ReactNode }>
  /** What is shown instead of the content where there is nothing; false where there is something. */
  empty?: (data: Data) => ReactNode
  children: (data: Data) => ReactNode
}

/** The content of a query, or that it is loading, or that it failed, with retry. Data stays when fetching it again fails. */
export function QueryView<Data>(props: QueryViewProps<Data>) {
  const { query, loading, failed, failedIn: Container, empty, children } = props
  if (query.data !== undefined) return empty?.(query.data) || children(query.data)
  if (!query.isError) return loading
  if (failed === null) return null
  const error = <ErrorState {...failed} onRetry={() => void query.refetch()} retrying={query.isFetching} />
  return Container ? <Container>{error}</Container> : error
}
