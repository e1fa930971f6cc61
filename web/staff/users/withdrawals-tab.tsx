import { listInvoices } from '#contract/calls/invoices'
import { WithdrawMethod } from '#domain/withdrawals/receiver'
import { WithdrawalStatus } from '#domain/withdrawals/statuses'
import { enums } from '#messages/enums'
import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { displayNameOf } from '../../shared/shell/display-name.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { MomentCell } from '../../ui/data-table/moment-cell.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'
import type { TabProps } from './person-address.ts'
import { personKey } from './queries.ts'

const tones: Record<WithdrawalStatus, Tone> = {
  [WithdrawalStatus.PendingApproval]: 'warning',
  [WithdrawalStatus.PendingCancellation]: 'warning',
  [WithdrawalStatus.Canceled]: 'neutral',
  [WithdrawalStatus.Approved]: 'success',
  [WithdrawalStatus.Rejected]: 'danger',
}

/** A tutor's withdrawal requests. */
export function WithdrawalsTab({ person }: TabProps) {
  const t = useMessages(staffPerson)
  const columns = useColumns()
  const statuses = Object.values(WithdrawalStatus).map((value) => ({ value, label: enums.withdrawalStatus[value] }))
  const methods = Object.values(WithdrawMethod).map((value) => ({ value, label: enums.withdrawMethod[value] }))
  return (
    <DataList
      id="person-withdrawals"
      title={t('withdrawals.title', { name: displayNameOf(person) })}
      headingLevel={2}
      call={listInvoices}
      queryKey={[...personKey(person.id), 'withdrawals']}
      columns={columns}
      filters={{
        statuses: { kind: 'several', label: t('withdrawals.status'), options: statuses },
        methods: { kind: 'several', label: t('withdrawals.method'), options: methods },
      }}
      fixed={{ users: [person.id] }}
      rowName={({ id }) => t('withdrawals.rowName', { id: String(id) })}
      empty={{ title: t('withdrawals.empty') }}
    />
  )
}

function useColumns(): ListColumn<typeof listInvoices>[] {
  const t = useMessages(staffPerson)
  const format = useFormat()
  return [
    { id: 'id', header: t('withdrawals.columns.id'), cell: ({ id }) => <bdi>{id}</bdi>, csv: ({ id }) => id },
    {
      id: 'status',
      header: t('withdrawals.columns.status'),
      cell: ({ status }) => <Badge tone={tones[status]}>{enums.withdrawalStatus[status]}</Badge>,
      csv: ({ status }) => status,
    },
    {
      id: 'amount',
      header: t('withdrawals.columns.amount'),
      cell: ({ amount }) => format.money(amount),
      csv: ({ amount }) => amount / 100,
      sort: 'amount',
      align: 'end',
    },
    {
      id: 'method',
      header: t('withdrawals.columns.method'),
      cell: ({ method }) => enums.withdrawMethod[method],
      csv: ({ method }) => method,
    },
    {
      id: 'receiver',
      header: t('withdrawals.columns.receiver'),
      cell: ({ receiver }) => <Copyable text={receiver} />,
      csv: ({ receiver }) => receiver,
    },
    {
      id: 'created',
      header: t('withdrawals.columns.created'),
      cell: ({ createdAt }) => <MomentCell iso={createdAt} />,
      csv: ({ createdAt }) => createdAt,
    },
  ]
}
