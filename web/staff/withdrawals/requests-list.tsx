import { Banknote, FileSpreadsheet } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { listInvoices } from '#contract/calls/invoices'
import type { ListedInvoice } from '#contract/invoices'
import { fromIso } from '#domain/cairo'
import { innerText } from '#domain/rich-text'
import { WithdrawMethod } from '#domain/withdrawals/receiver'
import { WithdrawalStatus } from '#domain/withdrawals/statuses'
import { enums } from '#messages/enums'
import { staffWithdrawals } from '#messages/staff-withdrawals'
import { useMessages } from '../../messages/messages.ts'
import { useNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { AvatarWithName } from '../../ui/avatar-with-name.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { MomentCell } from '../../ui/data-table/moment-cell.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'
import { placeOf, Receiver, StatusBadge } from './words.tsx'

const BatchDialog = lazy(async () => ({ default: (await import('./batch-dialog.tsx')).BatchDialog }))

const { PendingApproval, PendingCancellation } = WithdrawalStatus

/** What waits, oldest first; and all requests, newest first. */
const FIXED = {
  queue: {
    statuses: [PendingApproval, PendingCancellation],
    orderBy: 'created_at' as const,
    direction: 'asc' as const,
  },
  all: {},
}

type RequestsListProps = { tab: 'queue' | 'all'; onOpen: (id: number) => void }
type Selected = { rows: readonly ListedInvoice[]; clear: () => void }

export function RequestsList({ tab, onOpen }: RequestsListProps) {
  const t = useMessages(staffWithdrawals)
  const format = useFormat()
  const [selected, setSelected] = useState<Selected | null>(null)
  const methods = Object.values(WithdrawMethod).map((value) => ({ value, label: enums.withdrawMethod[value] }))
  const statuses = Object.values(WithdrawalStatus).map((value) => ({ value, label: staffWithdrawals.status[value] }))
  const byStatus = { label: t('filters.statuses'), kind: 'several', options: statuses } as const
  return (
    <>
      <DataList
        id={`withdrawals-${tab}`}
        title={t(`tabs.${tab}`)}
        headingLevel={2}
        call={listInvoices}
        queryKey={keys.withdrawals}
        columns={useColumns()}
        fixed={FIXED[tab]}
        filters={{
          methods: { label: t('filters.methods'), kind: 'several', options: methods },
          ...(tab === 'all' && { statuses: byStatus }),
          amount: { label: t('filters.amount'), kind: 'numbers', scale: 100, unit: t('filters.pounds') },
          users: { label: t('filters.users'), kind: 'ids' },
          ids: { label: t('filters.ids'), kind: 'ids' },
          receipt: { label: t('filters.receipt'), kind: 'boolean' },
        }}
        rowName={({ id, tutor, amount }) =>
          t('rowName', { id: String(id), name: tutor.name ?? t('nameless'), amount: format.money(amount) })
        }
        onOpen={({ id }) => onOpen(id)}
        bulkActions={[
          {
            label: t('batch.action'),
            icon: FileSpreadsheet,
            onAct: (rows, clear) => setSelected({ rows, clear }),
          },
        ]}
        empty={
          tab === 'queue'
            ? { title: t('emptyQueue'), text: t('emptyQueueText'), icon: Banknote }
            : { title: t('empty'), icon: Banknote }
        }
      />
      <Suspense>{selected && <BatchDialog {...selected} onClose={() => setSelected(null)} />}</Suspense>
    </>
  )
}

function useColumns(): ListColumn<typeof listInvoices>[] {
  const t = useMessages(staffWithdrawals)
  const format = useFormat()
  const now = useNow(60_000)
  const plain = (html: string | null) => (html === null ? '' : innerText(html))
  return [
    {
      id: 'tutor',
      header: t('columns.tutor'),
      csv: ({ tutor }) => tutor.name,
      cell: ({ tutor }) => <AvatarWithName id={tutor.id} name={tutor.name ?? t('nameless')} src={tutor.image} />,
    },
    {
      id: 'amount',
      header: t('columns.amount'),
      sort: 'amount',
      align: 'end',
      priority: 1,
      csv: ({ amount }) => amount / 100,
      cell: ({ amount }) => format.money(amount),
    },
    {
      id: 'receiver',
      header: t('columns.receiver'),
      priority: 2,
      csv: ({ receiver }) => receiver,
      cell: (row) => <Receiver {...row} />,
    },
    {
      id: 'method',
      header: t('columns.method'),
      csv: placeOf,
      cell: ({ method }) => enums.withdrawMethod[method],
    },
    {
      id: 'status',
      header: t('columns.status'),
      priority: 3,
      csv: ({ status }) => staffWithdrawals.status[status],
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    {
      id: 'createdAt',
      header: t('columns.createdAt'),
      sort: 'created_at',
      priority: 4,
      csv: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <MomentCell iso={createdAt} />,
    },
    {
      id: 'age',
      header: t('columns.age'),
      cell: ({ createdAt, status }) =>
        status === PendingApproval || status === PendingCancellation
          ? format.capital(format.relative(fromIso(createdAt), now))
          : t('none'),
    },
    {
      id: 'id',
      header: t('columns.id'),
      csv: ({ id }) => id,
      cell: ({ id }) => <Copyable text={String(id)} />,
    },
    {
      id: 'receipt',
      header: t('columns.receipt'),
      hidden: true,
      csv: ({ receipt }) => t(receipt ? 'yes' : 'no'),
      cell: ({ receipt }) => t(receipt ? 'yes' : 'no'),
    },
    {
      id: 'updatedAt',
      header: t('columns.updatedAt'),
      sort: 'updated_at',
      hidden: true,
      csv: ({ updatedAt }) => updatedAt,
      cell: ({ updatedAt }) => <MomentCell iso={updatedAt} />,
    },
    {
      id: 'note',
      header: t('columns.note'),
      hidden: true,
      csv: ({ tutorNote }) => plain(tutorNote),
      cell: ({ tutorNote }) => plain(tutorNote),
    },
    {
      id: 'adminNote',
      header: t('columns.adminNote'),
      hidden: true,
      csv: ({ adminNote }) => plain(adminNote),
      cell: ({ adminNote }) => plain(adminNote),
    },
    {
      id: 'userId',
      header: t('columns.userId'),
      hidden: true,
      csv: ({ userId }) => userId,
      cell: ({ userId }) => <Copyable text={String(userId)} />,
    },
    {
      id: 'addressedBy',
      header: t('columns.addressedBy'),
      hidden: true,
      csv: ({ addressedBy }) => addressedBy,
      cell: ({ addressedBy }) => addressedBy ?? t('none'),
    },
  ]
}
