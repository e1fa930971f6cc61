import { Send } from 'lucide-react'
import { listPayoutBatches } from '#contract/calls/payouts'
import type { PayoutBatch } from '#contract/payouts'
import { payoutBatchStateOf, payoutBatchStates } from '#domain/withdrawals/payout'
import { staffWithdrawals } from '#messages/staff-withdrawals'
import { useMessages } from '../../messages/messages.ts'
import { keys } from '../../platform/query-keys.ts'
import { column } from '../table/shared/column.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'
import { batchTones } from './withdrawal-fields.tsx'

export function PayoutsList({ onOpen }: { onOpen: (id: number) => void }) {
  const t = useMessages(staffWithdrawals)
  const { batchState } = staffWithdrawals.payouts
  const states = payoutBatchStates.map((value) => ({ value, label: batchState[value] }))
  return (
    <DataList
      id="payout-batches"
      title={t('tabs.payouts')}
      headingLevel={2}
      call={listPayoutBatches}
      queryKey={keys.withdrawals}
      rowName={({ id }) => t('payouts.name', { id: String(id) })}
      onOpen={({ id }) => onOpen(id)}
      empty={{ title: t('payouts.empty'), text: t('payouts.emptyText'), icon: Send }}
      columns={useColumns()}
      filters={{ states: { label: t('payouts.columns.state'), kind: 'several', options: states } }}
    />
  )
}

function useColumns(): ListColumn<typeof listPayoutBatches>[] {
  const t = useMessages(staffWithdrawals)
  const { batchState } = staffWithdrawals.payouts
  const nameOf = (person: PayoutBatch['createdBy'] | null) => person && (person.name ?? t('nameless'))
  return [
    column.recordNumber(t('payouts.columns.id'), (id) => t('payouts.name', { id })),
    column.money('total', t('payouts.columns.total'), ({ total }) => total, { priority: 1 }),
    column.number('count', t('payouts.columns.count'), ({ count }) => count),
    column.enum('state', t('payouts.columns.state'), payoutBatchStateOf, batchState, {
      tones: batchTones,
      priority: 2,
    }),
    column.money('paid', t('payouts.columns.paid'), ({ successfulTotal }) => successfulTotal),
    column.number('failed', t('payouts.columns.failed'), ({ failed }) => failed),
    column.text('createdBy', t('payouts.columns.createdBy'), ({ createdBy }) => nameOf(createdBy), { priority: 3 }),
    column.text('confirmedBy', t('payouts.columns.confirmedBy'), ({ confirmedBy }) => nameOf(confirmedBy)),
    column.moment('createdAt', t('payouts.columns.createdAt'), ({ createdAt }) => createdAt, { priority: 4 }),
  ]
}
