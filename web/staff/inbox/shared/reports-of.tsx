import { Inbox } from 'lucide-react'
import { listReports } from '#contract/calls/reports'
import type { User } from '#contract/users'
import { InboxState } from '#domain/inbox/states'
import { staffInbox } from '#messages/staff-inbox'
import { useMessages } from '../../../messages/messages.ts'
import { keys } from '../../../platform/query-keys.ts'
import { displayNameOf } from '../../../shared/shell/display-name.ts'
import { DataList } from '../../table/shared/data-list.tsx'
import { useReportColumns } from '../columns.tsx'

/** The problems that somebody has reported; each opens in the inbox. */
export function ReportsOf({ person }: { person: User }) {
  const t = useMessages(staffInbox)
  const states = Object.values(InboxState).map((value) => ({ value, label: staffInbox.states[value] }))
  return (
    <DataList
      id="person-reports"
      title={t('reportsOf.title', { name: displayNameOf(person) })}
      headingLevel={2}
      call={listReports}
      queryKey={keys.inbox}
      columns={useReportColumns(true)}
      fixed={{ users: [person.id] }}
      filters={{ states: { label: t('filters.states'), kind: 'several', options: states } }}
      rowName={({ title }) => title}
      link={({ id }) => ({ to: '/inbox', search: { tab: 'reports', open: id } })}
      empty={{ title: t('reportsOf.empty'), icon: Inbox }}
    />
  )
}
