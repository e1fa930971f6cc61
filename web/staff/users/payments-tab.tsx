import { listTransactions } from '#contract/calls/transactions'
import { PaymentMethod } from '#domain/payments/methods'
import { TransactionStatus } from '#domain/payments/transaction'
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

const { New, Paid, Canceled, Refunded, Expired, PartialRefunded, Failed, Processed } = TransactionStatus

const tones: Record<TransactionStatus, Tone> = {
  [New]: 'warning',
  [Processed]: 'warning',
  [Paid]: 'success',
  [Failed]: 'danger',
  [Canceled]: 'neutral',
  [Expired]: 'neutral',
  [Refunded]: 'info',
  [PartialRefunded]: 'info',
}

/** The payments of a student. */
export function PaymentsTab({ person }: TabProps) {
  const t = useMessages(staffPerson)
  const columns = useColumns()
  const statuses = Object.values(TransactionStatus).map((value) => ({
    value,
    label: staffPerson.payments.statuses[value],
  }))
  const methods = Object.values(PaymentMethod).map((value) => ({ value, label: staffPerson.payments.methods[value] }))
  return (
    <DataList
      id="person-payments"
      title={t('payments.title', { name: displayNameOf(person) })}
      headingLevel={2}
      call={listTransactions}
      queryKey={[...personKey(person.id), 'payments']}
      columns={columns}
      filters={{
        statuses: { kind: 'several', label: t('payments.columns.status'), options: statuses },
        paymentMethods: { kind: 'several', label: t('payments.columns.method'), options: methods },
      }}
      fixed={{ users: [person.id] }}
      rowName={({ id }) => t('payments.rowName', { id: String(id) })}
      link={({ id }) => ({ to: '/payments', search: { open: id } })}
      empty={{ title: t('payments.empty') }}
    />
  )
}

function useColumns(): ListColumn<typeof listTransactions>[] {
  const t = useMessages(staffPerson)
  const format = useFormat()
  return [
    { id: 'id', header: t('payments.columns.id'), cell: ({ id }) => <bdi>{id}</bdi>, csv: ({ id }) => id },
    {
      id: 'status',
      header: t('payments.columns.status'),
      cell: ({ status }) => <Badge tone={tones[status]}>{staffPerson.payments.statuses[status]}</Badge>,
      csv: ({ status }) => status,
    },
    {
      id: 'amount',
      header: t('payments.columns.amount'),
      cell: ({ amount }) => format.money(amount),
      csv: ({ amount }) => amount / 100,
      align: 'end',
    },
    {
      id: 'refunded',
      header: t('payments.columns.refunded'),
      cell: ({ refundedAmount }) => (refundedAmount === 0 ? t('facts.none') : format.money(refundedAmount)),
      csv: ({ refundedAmount }) => refundedAmount / 100,
      align: 'end',
    },
    {
      id: 'method',
      header: t('payments.columns.method'),
      cell: ({ paymentMethod }) => staffPerson.payments.methods[paymentMethod],
      csv: ({ paymentMethod }) => paymentMethod,
    },
    {
      id: 'created',
      header: t('payments.columns.created'),
      cell: ({ createdAt }) => <MomentCell iso={createdAt} />,
      csv: ({ createdAt }) => createdAt,
    },
    {
      id: 'provider',
      header: t('payments.columns.provider'),
      cell: ({ provider }) => <bdi>{provider}</bdi>,
      csv: ({ provider }) => provider,
    },
    {
      id: 'reference',
      header: t('payments.columns.reference'),
      cell: ({ providerRefNum }) => (providerRefNum ? <Copyable text={providerRefNum} /> : t('facts.none')),
      csv: ({ providerRefNum }) => providerRefNum ?? '',
    },
    {
      id: 'paid',
      header: t('payments.columns.paid'),
      cell: ({ paidAt }) => (paidAt ? <MomentCell iso={paidAt} /> : t('facts.none')),
      csv: ({ paidAt }) => paidAt ?? '',
      hidden: true,
    },
    {
      id: 'plan',
      header: t('payments.columns.plan'),
      cell: ({ planId }) => <bdi>{planId}</bdi>,
      csv: ({ planId }) => planId,
      hidden: true,
    },
  ]
}
