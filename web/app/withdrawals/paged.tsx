import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { withdrawals } from '#messages/withdrawals'
import { useMessages } from '../../messages/messages.ts'
import { Card } from '../../ui/card.tsx'
import { countTo } from '../../ui/count-to.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { QueryView } from '../../ui/query-view.tsx'
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
  const loading = (
    <Loading text={t('loading')} className="flex flex-col gap-3">
      {countTo(3).map((place) => (
        <Skeleton key={place} className="h-24 rounded-card" />
      ))}
    </Loading>
  )
  return (
    <QueryView query={result} loading={loading} empty={({ total }) => total === 0 && <Card>{empty}</Card>}>
      {({ list, total }) => (
        <>
          {children(list)}
          {total > PAGE_SIZE && (
            <div className="mt-4">
              <Pagination page={page} size={PAGE_SIZE} total={total} onPage={onPage} />
            </div>
          )}
        </>
      )}
    </QueryView>
  )
}
