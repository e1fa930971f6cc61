import { Inbox } from 'lucide-react'
import { useState } from 'react'
import type { CallFigures } from '#contract/live/server-stats'
import { serverStats } from '#messages/server-stats'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { type DataColumn, nextOrder, type Order } from '../../ui/data-table/column.ts'
import { DataCards } from '../../ui/data-table/data-cards.tsx'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useFitsTable } from '../../ui/data-table/use-fits-table.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { sortCalls } from './call-order.ts'

function useColumns(minutes: number): DataColumn<CallFigures>[] {
  const t = useMessages(serverStats)
  const format = useFormat()
  const ms = (value: number | null) =>
    value === null ? '' : t('charts.ms', { value: format.number(value, { maximumFractionDigits: 0 }) })
  const figure = (id: string, header: string, cell: (one: CallFigures) => string): DataColumn<CallFigures> => ({
    id,
    header,
    cell,
    sort: id,
    align: 'end',
  })
  return [
    {
      id: 'call',
      header: t('calls.call'),
      sort: 'call',
      cell: ({ call }) => (
        <bdi translate="no" dir="ltr" className="break-words font-mono text-sm">
          {call}
        </bdi>
      ),
    },
    figure('requests', t('calls.requests'), ({ requests }) => format.number(requests)),
    { ...figure('rate', t('calls.rate'), ({ requests }) => format.number(requests / minutes)), sort: undefined },
    figure('p50', t('calls.p50'), ({ p50 }) => ms(p50)),
    figure('p99', t('calls.p99'), ({ p99 }) => ms(p99)),
    figure('errors', t('calls.errors'), ({ errors }) => format.number(errors)),
    figure('failures', t('calls.failures'), ({ failures }) => format.number(failures)),
    figure('statements', t('calls.statements'), ({ statements, requests }) => format.number(statements / requests)),
    figure('rowsRead', t('calls.rowsRead'), ({ rowsRead, requests }) => format.number(rowsRead / requests)),
  ]
}

type CallsTableProps = {
  calls: readonly CallFigures[]
  /** How long the figures were counted. */
  minutes: number
  /** Only the busiest calls are among them. */
  isPart: boolean
}

/** Every call with its rate, durations, errors and use of the database, in any order. */
export function CallsTable({ calls, minutes, isPart }: CallsTableProps) {
  const t = useMessages(serverStats)
  const columns = useColumns(minutes)
  const [order, setOrder] = useState<Order | null>(null)
  const Table = useFitsTable() ? DataTable : DataCards
  return (
    <section>
      <SectionHeading title={t('calls.title')} text={t(isPart ? 'calls.recentText' : 'calls.text')} />
      {calls.length === 0 ? (
        <Card>
          <EmptyState icon={Inbox} title={t('calls.empty')} text={t('calls.emptyText')} headingLevel={3} />
        </Card>
      ) : (
        <Table<CallFigures>
          label={t('calls.title')}
          columns={columns}
          visibility={{}}
          order={columns.map(({ id }) => id)}
          rows={sortCalls(calls, order)}
          rowId={({ call }) => call}
          rowName={({ call }) => call}
          sorted={order}
          onSort={(key) => setOrder(nextOrder(order, key))}
          primary={(_, content) => content}
          density="compact"
          offset={0}
          total={calls.length}
          isStale={false}
        />
      )}
    </section>
  )
}
