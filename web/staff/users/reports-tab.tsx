import { listReports } from '#contract/calls/reports'
import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { displayNameOf } from '../../shared/shell/display-name.ts'
import { Badge } from '../../ui/badge.tsx'
import { MomentCell } from '../../ui/data-table/moment-cell.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'
import type { TabProps } from './person-address.ts'
import { personKey } from './queries.ts'

/** The problems that somebody has reported. */
export function ReportsTab({ person }: TabProps) {
  const t = useMessages(staffPerson)
  const columns = useColumns()
  return (
    <DataList
      id="person-reports"
      title={t('reports.title', { name: displayNameOf(person) })}
      headingLevel={2}
      call={listReports}
      queryKey={[...personKey(person.id), 'reports']}
      columns={columns}
      filters={{
        resolved: {
          kind: 'boolean',
          label: t('reports.columns.state'),
          yes: t('reports.resolved'),
          no: t('reports.open'),
        },
      }}
      fixed={{ users: [person.id] }}
      rowName={({ title }) => t('reports.rowName', { title })}
      empty={{ title: t('reports.empty') }}
    />
  )
}

function useColumns(): ListColumn<typeof listReports>[] {
  const t = useMessages(staffPerson)
  return [
    {
      id: 'title',
      header: t('reports.columns.title'),
      cell: ({ title }) => <span className="font-semibold">{title}</span>,
      csv: ({ title }) => title,
    },
    {
      id: 'state',
      header: t('reports.columns.state'),
      cell: ({ resolved }) => (
        <Badge tone={resolved ? 'success' : 'warning'}>{t(resolved ? 'reports.resolved' : 'reports.open')}</Badge>
      ),
      csv: ({ resolved }) => String(resolved),
    },
    {
      id: 'text',
      header: t('reports.columns.text'),
      cell: ({ description }) => <span className="line-clamp-3">{description}</span>,
      csv: ({ description }) => description,
    },
    {
      id: 'created',
      header: t('reports.columns.created'),
      cell: ({ createdAt }) => <MomentCell iso={createdAt} />,
      csv: ({ createdAt }) => createdAt,
    },
  ]
}
