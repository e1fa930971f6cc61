import { CreditCard } from 'lucide-react'
import { listTransactions } from '#contract/calls/transactions'
import { PaymentMethod } from '#domain/payments/methods'
import { TransactionStatus } from '#domain/payments/transaction'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { staffPayments } from '#messages/staff-payments'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { AvatarWithName } from '../../ui/avatar-with-name.tsx'
import { Copyable } from '../../ui/copyable.tsx'
import { MomentCell } from '../../ui/data-table/moment-cell.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'
import { OrderBadge } from './words.tsx'

const { FreeTrial: _free, ...paidPeriods } = PlanPeriod

export function OrdersList({ onOpen }: { onOpen: (id: number) => void }) {
  const t = useMessages(staffPayments)
  const format = useFormat()
  const statuses = Object.values(TransactionStatus).map((value) => ({ value, label: staffPayments.status[value] }))
  const methods = Object.values(PaymentMethod).map((value) => ({ value, label: staffPayments.method[value] }))
  const periods = Object.values(paidPeriods).map((value) => ({ value, label: staffPayments.period[value] }))
  return (
    <DataList
      id="orders"
      title={t('tabs.orders')}
      headingLevel={2}
      call={listTransactions}
      queryKey={keys.payments}
      columns={useColumns()}
      search={{ field: 'providerRefNums', label: t('search') }}
      filters={{
        statuses: { label: t('filters.statuses'), kind: 'several', options: statuses },
        paymentMethods: { label: t('filters.methods'), kind: 'several', options: methods },
        createdAt: { label: t('filters.ordered'), kind: 'dates' },
        amount: { label: t('filters.amount'), kind: 'numbers', scale: 100, unit: t('filters.pounds') },
        planPeriods: { label: t('filters.periods'), kind: 'several', options: periods },
        users: { label: t('filters.users'), kind: 'ids' },
        ids: { label: t('filters.ids'), kind: 'ids' },
        plans: { label: t('filters.plans'), kind: 'ids' },
      }}
      rowName={({ id, student, amount }) =>
        t('orderName', { id: String(id), name: student.name ?? t('nameless'), amount: format.money(amount) })
      }
      onOpen={({ id }) => onOpen(id)}
      empty={{ title: t('empty'), icon: CreditCard }}
    />
  )
}

function useColumns(): ListColumn<typeof listTransactions>[] {
  const t = useMessages(staffPayments)
  const format = useFormat()
  return [
    {
      id: 'student',
      header: t('columns.student'),
      csv: ({ student }) => student.name,
      cell: ({ student }) => (
        <AvatarWithName id={student.id} name={student.name ?? t('nameless')} src={student.image} />
      ),
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
      id: 'status',
      header: t('columns.status'),
      priority: 2,
      csv: ({ status }) => staffPayments.status[status],
      cell: ({ status }) => <OrderBadge status={status} />,
    },
    {
      id: 'method',
      header: t('columns.method'),
      csv: ({ paymentMethod }) => staffPayments.method[paymentMethod],
      cell: ({ paymentMethod }) => staffPayments.method[paymentMethod],
    },
    {
      id: 'number',
      header: t('columns.number'),
      priority: 3,
      csv: ({ providerRefNum }) => providerRefNum,
      cell: ({ providerRefNum }) => (providerRefNum ? <Copyable text={providerRefNum} /> : t('none')),
    },
    {
      id: 'createdAt',
      header: t('columns.createdAt'),
      sort: 'createdAt',
      priority: 4,
      csv: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <MomentCell iso={createdAt} />,
    },
    {
      id: 'id',
      header: t('columns.id'),
      csv: ({ id }) => id,
      cell: ({ id }) => <Copyable text={String(id)} />,
    },
    {
      id: 'refunded',
      header: t('columns.refunded'),
      hidden: true,
      align: 'end',
      csv: ({ refundedAmount }) => refundedAmount / 100,
      cell: ({ refundedAmount }) => format.money(refundedAmount),
    },
    {
      id: 'paidAt',
      header: t('columns.paidAt'),
      sort: 'paidAt',
      hidden: true,
      csv: ({ paidAt }) => paidAt,
      cell: ({ paidAt }) => (paidAt ? <MomentCell iso={paidAt} /> : t('none')),
    },
    {
      id: 'provider',
      header: t('columns.provider'),
      hidden: true,
      csv: ({ provider }) => provider,
      cell: ({ provider }) => t(`provider.${provider}`),
    },
    {
      id: 'period',
      header: t('columns.period'),
      hidden: true,
      csv: ({ planPeriod }) => staffPayments.period[planPeriod],
      cell: ({ planPeriod }) => staffPayments.period[planPeriod],
    },
    { id: 'plan', header: t('columns.plan'), hidden: true, csv: ({ planId }) => planId, cell: ({ planId }) => planId },
    {
      id: 'userId',
      header: t('columns.userId'),
      hidden: true,
      csv: ({ userId }) => userId,
      cell: ({ userId }) => <Copyable text={String(userId)} />,
    },
  ]
}
