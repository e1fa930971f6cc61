import type { listContactRequests } from '#contract/calls/contact'
import type { listReports } from '#contract/calls/reports'
import type { InboxState } from '#domain/inbox/states'
import { staffInbox } from '#messages/staff-inbox'
import { useMessages } from '../../messages/messages.ts'
import { MinorBadge } from '../../shared/account/minor-badge.tsx'
import { Badge } from '../../ui/badge.tsx'
import { type Column, column } from '../table/shared/column.tsx'
import type { ListColumn } from '../table/shared/data-list.tsx'
import { stateTones } from './state-badge.tsx'

type Person = { name: string | null; email: string }
type SharedRow = { id: number; state: InboxState; owner: Person | null; createdAt: string; updatedAt: string }

/** The columns that both kinds share. */
function useSharedColumns<Row extends SharedRow>(): Column<Row, 'createdAt' | 'updatedAt'>[] {
  const t = useMessages(staffInbox)
  const ownerOf = ({ owner }: Row) => (owner ? (owner.name ?? owner.email) : t('nobody'))
  return [
    column.enum('state', t('columns.state'), ({ state }) => state, staffInbox.states, {
      tones: stateTones,
      priority: 1,
    }),
    column.text('owner', t('columns.owner'), ownerOf, { priority: 3 }),
    column.moment('createdAt', t('columns.createdAt'), ({ createdAt }) => createdAt, {
      sort: 'createdAt',
      priority: 4,
    }),
    column.moment('updatedAt', t('columns.updatedAt'), ({ updatedAt }) => updatedAt, {
      sort: 'updatedAt',
      hidden: true,
    }),
    column.copyable('id', t('columns.id'), ({ id }) => id, { hidden: true }),
  ]
}

const Title = ({ children }: { children: string }) => <span className="block max-w-72 truncate">{children}</span>

/** On the page of a person, what they wrote instead of who they are. */
export function useReportColumns(isOfOne: boolean): ListColumn<typeof listReports>[] {
  const t = useMessages(staffInbox)
  const columns: ListColumn<typeof listReports>[] = [
    {
      id: 'title',
      header: t('columns.title'),
      csv: ({ title }) => title,
      cell: ({ title, byMinor }) => (
        <span className="flex items-center gap-2">
          <Title>{title}</Title>
          {byMinor && <MinorBadge />}
        </span>
      ),
    },
    {
      id: 'text',
      header: t('columns.text'),
      hidden: !isOfOne,
      wrap: true,
      csv: ({ description }) => description,
      cell: ({ description }) => <span className="line-clamp-3">{description}</span>,
    },
    {
      id: 'person',
      header: t('columns.person'),
      priority: 2,
      csv: ({ person }) => person && (person.name ?? person.email),
      cell: ({ person }) => (person ? <bdi translate="no">{person.name ?? person.email}</bdi> : t('unknownPerson')),
    },
    ...useSharedColumns(),
    {
      id: 'attachments',
      header: t('columns.attachments'),
      cell: ({ screenshot, log }) => (
        <span className="flex gap-1">
          {screenshot && <Badge>{t('attachment.screenshot')}</Badge>}
          {log && <Badge>{t('attachment.log')}</Badge>}
        </span>
      ),
    },
  ]
  return isOfOne ? columns.filter(({ id }) => id !== 'person') : columns
}

export function useContactColumns(): ListColumn<typeof listContactRequests>[] {
  const t = useMessages(staffInbox)
  return [
    { id: 'title', header: t('columns.title'), csv: ({ title }) => title, cell: ({ title }) => <Title>{title}</Title> },
    column.text('person', t('columns.person'), ({ name }) => name, { priority: 2 }),
    column.copyable('phone', t('columns.phone'), ({ phone }) => phone),
    ...useSharedColumns(),
  ]
}
