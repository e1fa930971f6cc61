import { useQuery } from '@tanstack/react-query'
import { fromIso } from '#domain/cairo'
import { enums } from '#messages/enums'
import { staffWithdrawals } from '#messages/staff-withdrawals'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { queueQuery } from './queries.ts'

/** What waits for a decision, by method. */
export function QueueTotals() {
  const t = useMessages(staffWithdrawals)
  const format = useFormat()
  const now = useNow(60_000)
  return (
    <QueryView
      query={useQuery(queueQuery)}
      loading={
        <Loading text={t('totals.loading')}>
          <Skeleton className="h-24 rounded-card" />
        </Loading>
      }
      failed={null}
    >
      {(methods) =>
        methods.length > 0 && (
          <ul aria-label={t('totals.label')} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {methods.map(({ method, count, amount, oldest, inFiles }) => (
              <li
                key={method}
                className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 rounded-card border border-line bg-surface px-4 py-3 shadow-card sm:flex-col sm:items-start sm:py-4"
              >
                <span className="text-muted text-sm max-sm:w-20">{enums.withdrawMethod[method]}</span>
                <strong translate="no" className="figures text-xl leading-tight">
                  {format.money(amount)}
                </strong>
                <span className="text-sm max-sm:ms-auto">{t('totals.count', { count })}</span>
                <span className="text-muted text-sm max-sm:w-full">
                  {t('totals.oldest', { age: format.relative(fromIso(oldest), now) })}
                </span>
                {inFiles > 0 && <span className="text-muted text-sm">{t('totals.inFiles', { count: inFiles })}</span>}
              </li>
            ))}
          </ul>
        )
      }
    </QueryView>
  )
}
