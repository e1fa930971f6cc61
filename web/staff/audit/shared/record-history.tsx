import { useInfiniteQuery } from '@tanstack/react-query'
import type { AuditEntry } from '#contract/audit'
import { listAuditEntries } from '#contract/calls/audit'
import { fromIso } from '#domain/cairo'
import type { RecordKind } from '#domain/staff/records'
import { staffAudit } from '#messages/staff-audit'
import { useMessages } from '../../../messages/messages.ts'
import { writtenIn } from '../../../messages/written-in.ts'
import { request } from '../../../platform/api.ts'
import { useFormat } from '../../../platform/format.ts'
import { keys } from '../../../platform/query-keys.ts'
import { Button } from '../../../ui/button.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ActorName } from '../actor-name.tsx'
import { ChangeTable } from '../change-table.tsx'
import { entryWord } from '../words.ts'

const PAGE = 20

type RecordHistoryProps = {
  /** A person is both a `user` and a `student`. */
  kind: RecordKind | readonly RecordKind[]
  id: number
}

/**
 * All changes of a record by staff, newest first. For a tab or panel that has its own heading; only admins may read it
 * (`audit.list`).
 */
export function RecordHistory({ kind, id }: RecordHistoryProps) {
  const t = useMessages(staffAudit)
  const targetKinds = typeof kind === 'string' ? [kind] : [...kind]
  const history = useInfiniteQuery({
    queryKey: [...keys.audit, 'record', targetKinds, id],
    queryFn: ({ signal, pageParam }) =>
      request(listAuditEntries, { query: { targetKinds, targetIds: [id], page: pageParam, size: PAGE } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * PAGE < total ? pages.length + 1 : undefined),
    select: ({ pages }) => pages.flatMap(({ list }) => list),
  })
  const empty = <p className="text-muted">{t('history.empty')}</p>
  return (
    <QueryView
      query={history}
      loading={<Skeleton className="h-40" />}
      empty={(entries) => entries.length === 0 && empty}
    >
      {(entries) => (
        <div className="flex flex-col gap-4">
          <ol className="flex flex-col gap-4">
            {entries.map((entry) => (
              <li key={entry.id} className="rounded-card border border-line bg-surface p-4">
                <Entry entry={entry} />
              </li>
            ))}
          </ol>
          {history.hasNextPage && (
            <Button
              variant="secondary"
              className="self-center"
              loading={history.isFetchingNextPage}
              onClick={() => void history.fetchNextPage()}
            >
              {t('history.more')}
            </Button>
          )}
        </div>
      )}
    </QueryView>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { actor, at, reason, targetKind, before, after } = entry
  const format = useFormat()
  return (
    <article className="flex flex-col gap-2">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <strong>{entryWord(entry)}</strong>
        <ActorName actor={actor} />
        <time dateTime={at} className="ms-auto text-muted text-sm">
          {format.moment(fromIso(at))}
        </time>
      </p>
      {reason && (
        <p dir="auto" lang={writtenIn(reason)} className="whitespace-pre-wrap">
          {reason}
        </p>
      )}
      <ChangeTable kind={targetKind} before={before} after={after} />
    </article>
  )
}
