import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { withdrawals } from '#messages/withdrawals'
import { useMessages } from '../../messages/messages.ts'
import { Card } from '../../ui/card.tsx'
import { countTo } from '../../ui/count-to.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { PAGE_SIZE } from './queries.ts'

type PagedProps<T> = {
  result: UseQueryResult<{ list: T[]; total: number }>
  page: number
  onPage: (page: number) => void
  empty: ReactNode
  children: (rows: readonly T[]) => ReactNode
}

/** A paged list with its loading, empty and error states. */
export function Paged<T>({ result, page, onPage, empty, children }: PagedProps<T>) {
  const t = useMessages(withdrawals)
  const { data, isError, isFetching, refetch } = result
  if (!data && isError) return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />
  if (!data) {
    return (
      <Loading text={t('loading')} className="flex flex-col gap-3">
        {countTo(3).map((place) => (
          <Skeleton key={place} className="h-24 rounded-card" />
        ))}
      </Loading>
    )
  }
  if (data.total === 0) return <Card>{empty}</Card>
  return (
    <>
      {children(data.list)}
      {data.total > PAGE_SIZE && (
        <div className="mt-4">
          <Pagination page={page} size={PAGE_SIZE} total={data.total} onPage={onPage} />
        </div>
      )}
    </>
  )
}
