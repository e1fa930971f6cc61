import { listAuditEntries } from '#contract/audit'
import { fromIso } from '#domain/cairo'
import { staffPerson } from '../../../i18n/ar/staff-person.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { useFormat } from '../../../platform/format.ts'
import { displayNameOf } from '../../shell/shared/display-name.ts'
import { DataList, type ListColumn } from '../../staff-table/shared/data-list.tsx'
import type { TabProps } from '../person-tabs.tsx'
import { personKey } from '../queries.ts'

/** The records that bear a person's number: the account, and what a student or a tutor adds to it. */
const KINDS = ['user', 'student', 'tutor']

/** What staff have changed of a person. */
export function AuditTab({ person }: TabProps) {
  const t = useMessages(staffPerson)
  const columns = useColumns()
  return (
    <DataList
      id="person-audit"
      title={t('audit.title', { name: displayNameOf(person) })}
      headingLevel={2}
      call={listAuditEntries}
      queryKey={[...personKey(person.id), 'audit']}
      columns={columns}
      fixed={{ targetKinds: KINDS, targetIds: [person.id] }}
      rowName={({ act, id }) => `${act} ${id}`}
      empty={{ title: t('audit.none') }}
    />
  )
}

const fieldsOf = (fields: Record<string, unknown> | null): string =>
  fields === null
    ? ''
    : Object.entries(fields)
        .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
        .join(', ')

function useColumns(): ListColumn<typeof listAuditEntries>[] {
  const t = useMessages(staffPerson)
  const format = useFormat()
  return [
    {
      id: 'at',
      header: t('audit.columns.at'),
      cell: ({ at }) => format.moment(fromIso(at)),
      csv: ({ at }) => at,
    },
    {
      id: 'actor',
      header: t('audit.columns.actor'),
      cell: ({ actor }) => <bdi>{actor.name ?? actor.id}</bdi>,
      csv: ({ actor }) => actor.name ?? actor.id,
    },
    {
      id: 'act',
      header: t('audit.columns.act'),
      cell: ({ act }) => <bdi>{act}</bdi>,
      csv: ({ act }) => act,
    },
    {
      id: 'reason',
      header: t('audit.columns.reason'),
      cell: ({ reason }) => reason ?? t('facts.none'),
      csv: ({ reason }) => reason ?? '',
    },
    {
      id: 'after',
      header: t('audit.columns.after'),
      cell: ({ after }) => <bdi className="line-clamp-3 break-all text-sm">{fieldsOf(after)}</bdi>,
      csv: ({ after }) => fieldsOf(after),
    },
    {
      id: 'before',
      header: t('audit.columns.before'),
      cell: ({ before }) => <bdi className="line-clamp-3 break-all text-sm">{fieldsOf(before)}</bdi>,
      csv: ({ before }) => fieldsOf(before),
    },
  ]
}
