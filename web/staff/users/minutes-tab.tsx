import { Link } from '@tanstack/react-router'
import { Undo2 } from 'lucide-react'
import { listMinutes } from '#contract/calls/students'
import type { MinuteEntry } from '#contract/students'
import { fromIso } from '#domain/cairo'
import { csvTime } from '#domain/csv'
import { dataTable } from '#messages/data-table'
import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { column, inCairo } from '../table/shared/column.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'
import type { TabProps } from './queries.ts'
import { personKey } from './shared/person-query.ts'
import { useTakeBack } from './use-take-back.ts'

/** A student's minutes ledger as a statement; what staff gave is taken back here while it is unspent. */
export function MinutesTab({ person }: TabProps) {
  const t = useMessages(staffPerson)
  const format = useFormat()
  const columns = useColumns()
  const kindOf = useKindWord()
  const takeBack = useTakeBack(person.id)
  return (
    <DataList
      id="person-minutes"
      title={t('minutes.statement')}
      headingLevel={2}
      call={listMinutes}
      params={{ id: person.id }}
      queryKey={[...personKey(person.id), 'minutes']}
      columns={columns}
      rowName={(entry) => t('minutes.rowName', { kind: kindOf(entry), minutes: format.number(entry.minutes) })}
      rowActions={(entry) => [
        {
          label: t('minutes.takeBack'),
          icon: Undo2,
          tone: 'danger',
          disabled: !entry.isReversible,
          onSelect: () => void takeBack(entry.id),
        },
      ]}
      empty={{ title: t('minutes.empty'), text: t('minutes.emptyText') }}
    />
  )
}

function useKindWord() {
  const t = useMessages(staffPerson)
  return ({ kind, minutes }: MinuteEntry) =>
    kind === 'adjustment' && minutes < 0 ? t('minutes.takenBackKind') : t(`minutes.kinds.${kind}`)
}

function useColumns(): ListColumn<typeof listMinutes>[] {
  const t = useMessages(staffPerson)
  const format = useFormat()
  const kindOf = useKindWord()
  return [
    column.moment('when', t('minutes.columns.when'), ({ createdAt }) => createdAt),
    {
      id: 'kind',
      header: t('minutes.columns.kind'),
      cell: (entry) => <Badge tone={entry.kind === 'adjustment' ? 'info' : 'neutral'}>{kindOf(entry)}</Badge>,
      csv: kindOf,
    },
    {
      id: 'minutes',
      header: t('minutes.columns.minutes'),
      cell: ({ minutes }) => <SignedNumber value={minutes} />,
      csv: ({ minutes }) => minutes,
      align: 'end',
    },
    column.number('balance', t('minutes.columns.balance'), ({ balance }) => balance),
    inCairo({
      id: 'week',
      header: t('minutes.columns.week'),
      cell: ({ week }) => format.day(fromIso(week)),
      csv: ({ week }) => csvTime(fromIso(week)),
      hidden: true,
    }),
    {
      id: 'lesson',
      header: t('minutes.columns.lesson'),
      cell: ({ lesson }) =>
        lesson && (
          <span className="block w-32 whitespace-normal">
            {t('minutes.lesson', { id: String(lesson.id), moment: format.moment(fromIso(lesson.start)) })}
          </span>
        ),
      csv: ({ lesson }) => lesson?.id ?? '',
    },
    // The giver stands below the reason: a column of its own does not fit beside the others on a small laptop.
    column.person('by', t('minutes.columns.by'), ({ givenBy }) => givenBy, { isLink: true, hidden: true }),
    {
      id: 'reason',
      header: t('minutes.columns.reason'),
      cell: (entry) => <ReasonCell entry={entry} />,
      csv: ({ reason }) => reason,
      wrap: true,
    },
  ]
}

function ReasonCell({ entry: { reason, givenBy } }: { entry: MinuteEntry }) {
  const t = useMessages(dataTable)
  if (!givenBy) return reason ?? '–'
  return (
    <>
      <bdi translate="no">{reason}</bdi>
      <Link
        to="/user/$id"
        params={{ id: String(givenBy.id) }}
        className="block font-semibold text-brand-ink hover:underline"
      >
        <bdi translate="no">{givenBy.name ?? t('nameless')}</bdi>
      </Link>
    </>
  )
}

/** A number with its sign, isolated from the words around it. */
function SignedNumber({ value }: { value: number }) {
  const format = useFormat()
  return (
    <bdi translate="no" className={value < 0 ? 'text-danger-ink' : 'text-success-ink'}>
      {format.number(value, { signDisplay: 'exceptZero' })}
    </bdi>
  )
}
