import { Undo2 } from 'lucide-react'
import { listRefunds } from '#contract/calls/transactions'
import { refundStatuses } from '#domain/payments/transaction'
import { orderSources } from '#domain/staff/plan-figures'
import { staffPayments } from '#messages/staff-payments'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { usePlanOptions } from '../plans/shared/use-plan-options.ts'
import { column } from '../table/shared/column.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'

const tones = { pending: 'info', done: 'success', failed: 'danger' } as const

/** The reasons of the product's own refunds have words; staff's are theirs. */
const reasonWords = new Map<string | null, string>(Object.entries(staffPayments.timeline.reasons))

/** Money that went back, or is to; each leads to its order. */
export function RefundsList({ onOpenOrder }: { onOpenOrder: (id: number) => void }) {
  const t = useMessages(staffPayments)
  const format = useFormat()
  const plans = usePlanOptions()
  const statuses = refundStatuses.map((value) => ({ value, label: staffPayments.refundStatus[value] }))
  const sources = orderSources.map((value) => ({ value, label: staffPayments.source[value] }))
  return (
    <DataList
      id="refunds"
      title={t('tabs.refunds')}
      headingLevel={2}
      call={listRefunds}
      queryKey={keys.orders}
      columns={useColumns(plans.nameOf)}
      filters={{
        doneAt: { label: t('filters.doneAt'), kind: 'dates' },
        statuses: { label: t('filters.statuses'), kind: 'several', options: statuses },
        plans: { label: t('filters.plans'), kind: 'several', options: plans.options },
        sources: { label: t('filters.sources'), kind: 'several', options: sources },
      }}
      rowName={({ transactionId, amount, student }) =>
        t('refundName', {
          id: String(transactionId),
          name: student.name ?? t('nameless'),
          amount: format.money(amount),
        })
      }
      onOpen={({ transactionId }) => onOpenOrder(transactionId)}
      empty={{ title: t('emptyRefunds'), icon: Undo2 }}
    />
  )
}

function useColumns(planName: (id: number) => string): ListColumn<typeof listRefunds>[] {
  const t = useMessages(staffPayments)
  return [
    column.person('student', t('columns.student'), ({ student }) => student),
    column.money('amount', t('columns.amount'), ({ amount }) => amount, { priority: 1 }),
    column.enum('status', t('columns.status'), ({ status }) => status, staffPayments.refundStatus, {
      tones,
      priority: 2,
    }),
    column.text('plan', t('columns.plan'), ({ planId }) => planName(planId), { priority: 4, wrap: true }),
    column.moment('updatedAt', t('columns.changedAt'), ({ updatedAt }) => updatedAt, {
      sort: 'updatedAt',
      priority: 3,
    }),
    column.moment('createdAt', t('columns.requestedAt'), ({ createdAt }) => createdAt, { hidden: true }),
    column.text('reason', t('columns.reason'), ({ reason }) => reasonWords.get(reason) ?? reason, {
      hidden: true,
      wrap: true,
    }),
    column.copyable('order', t('columns.id'), ({ transactionId }) => transactionId),
    column.copyable('id', t('columns.refund'), ({ id }) => id, { hidden: true }),
  ]
}
