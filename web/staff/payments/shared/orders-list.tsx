import { CreditCard } from 'lucide-react'
import { listTransactions } from '#contract/calls/transactions'
import type { Transaction } from '#contract/transactions'
import type { User } from '#contract/users'
import { PaymentMethod } from '#domain/payments/methods'
import { TransactionStatus } from '#domain/payments/transaction'
import { Role } from '#domain/roles'
import { orderSources } from '#domain/staff/plan-figures'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { staffPayments } from '#messages/staff-payments'
import { useMessages } from '../../../messages/messages.ts'
import { useFormat } from '../../../platform/format.ts'
import { keys } from '../../../platform/query-keys.ts'
import { orderTones } from '../../../shared/payments/order-tones.ts'
import { displayNameOf } from '../../../shared/shell/display-name.ts'
import { usePlanOptions } from '../../plans/shared/use-plan-options.ts'
import { column } from '../../table/shared/column.tsx'
import { DataList, type ListColumn } from '../../table/shared/data-list.tsx'

const { FreeTrial: _free, ...paidPeriods } = PlanPeriod

type OrdersListProps = {
  /** Only the orders of this student. */
  of?: User
  /** Opens an order here; elsewhere each leads to the payments. */
  onOpen?: (id: number) => void
}

export function OrdersList({ of, onOpen }: OrdersListProps) {
  const t = useMessages(staffPayments)
  const format = useFormat()
  const plans = usePlanOptions()
  const statuses = Object.values(TransactionStatus).map((value) => ({ value, label: staffPayments.status[value] }))
  const methods = Object.values(PaymentMethod).map((value) => ({ value, label: staffPayments.method[value] }))
  const periods = Object.values(paidPeriods).map((value) => ({ value, label: staffPayments.period[value] }))
  const sources = orderSources.map((value) => ({ value, label: staffPayments.source[value] }))
  const ofStudents = { label: t('filters.users'), kind: 'person', roles: [Role.Student] } as const
  return (
    <DataList
      id={of ? 'person-payments' : 'orders'}
      title={of ? t('titleOf.orders', { name: displayNameOf(of) }) : t('tabs.orders')}
      headingLevel={2}
      call={listTransactions}
      queryKey={keys.orders}
      columns={useColumns(of !== undefined, plans.nameOf)}
      fixed={of && { users: [of.id] }}
      search={{ field: 'providerRefNums', label: t('search') }}
      filters={{
        ...(!of && { users: ofStudents }),
        statuses: { label: t('filters.statuses'), kind: 'several', options: statuses },
        paymentMethods: { label: t('filters.methods'), kind: 'several', options: methods },
        createdAt: { label: t('filters.ordered'), kind: 'dates' },
        paidAt: { label: t('filters.paid'), kind: 'dates' },
        amount: { label: t('filters.amount'), kind: 'numbers', scale: 100, unit: t('filters.pounds') },
        planPeriods: { label: t('filters.periods'), kind: 'several', options: periods },
        ids: { label: t('filters.ids'), kind: 'ids' },
        plans: { label: t('filters.plans'), kind: 'several', options: plans.options },
        sources: { label: t('filters.sources'), kind: 'several', options: sources },
        topUps: { label: t('filters.topUps'), kind: 'boolean', yes: t('filters.isTopUp'), no: t('filters.notTopUp') },
        changes: {
          label: t('filters.changes'),
          kind: 'boolean',
          yes: t('filters.isChange'),
          no: t('filters.notChange'),
        },
      }}
      rowName={({ id, student, amount }) =>
        t('orderName', { id: String(id), name: student.name ?? t('nameless'), amount: format.money(amount) })
      }
      link={onOpen ? undefined : ({ id }) => ({ to: '/payments', search: { open: id } })}
      onOpen={onOpen && (({ id }) => onOpen(id))}
      empty={{ title: t(of ? 'emptyOf.orders' : 'empty'), icon: CreditCard }}
    />
  )
}

/** Without those that repeat the student, on whose page the number names the order. */
function useColumns(isOfOne: boolean, planName: (id: number) => string): ListColumn<typeof listTransactions>[] {
  const t = useMessages(staffPayments)
  const { method, period, status: statuses } = staffPayments
  const providers = { fawry: t('provider.fawry'), paymob: t('provider.paymob') }
  const bought = ({
    planId,
    topUpMinutes,
    changesPlan,
  }: Pick<Transaction, 'planId' | 'topUpMinutes' | 'changesPlan'>) => {
    if (topUpMinutes !== null) return t('topUp', { plan: planName(planId), minutes: topUpMinutes })
    return changesPlan ? t('changedTo', { plan: planName(planId) }) : planName(planId)
  }
  const columns: ListColumn<typeof listTransactions>[] = [
    column.money('amount', t('columns.amount'), ({ amount }) => amount, { sort: 'amount', priority: 1 }),
    column.enum('status', t('columns.status'), ({ status }) => status, statuses, { tones: orderTones, priority: 2 }),
    column.text('plan', t('columns.plan'), (order) => bought(order), { priority: 3, wrap: true }),
    column.enum('method', t('columns.method'), ({ paymentMethod }) => paymentMethod, method, { hidden: true }),
    column.copyable('number', t('columns.number'), ({ providerRefNum }) => providerRefNum),
    column.moment('createdAt', t('columns.createdAt'), ({ createdAt }) => createdAt, {
      sort: 'createdAt',
      priority: 4,
    }),
    column.money('refunded', t('columns.refunded'), ({ refundedAmount }) => refundedAmount, { hidden: true }),
    column.moment('paidAt', t('columns.paidAt'), ({ paidAt }) => paidAt, { sort: 'paidAt', hidden: true }),
    column.enum('provider', t('columns.provider'), ({ provider }) => provider, providers, { hidden: true }),
    column.enum('period', t('columns.period'), ({ planPeriod }) => planPeriod, period, { hidden: true }),
  ]
  if (isOfOne) return [column.recordNumber(t('columns.id'), (id) => t('order.title', { id })), ...columns]
  return [
    column.person('student', t('columns.student'), ({ student }) => student),
    ...columns,
    column.copyable('id', t('columns.id'), ({ id }) => id),
    column.copyable('userId', t('columns.userId'), ({ userId }) => userId, { hidden: true }),
  ]
}
