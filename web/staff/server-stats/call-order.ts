import type { CallFigures } from '#contract/live/server-stats'
import type { Order } from '../../ui/data-table/column.ts'

/** The figures that calls are sorted by. */
export const callOrders = ['call', 'requests', 'p50', 'p99', 'errors', 'failures', 'statements', 'rowsRead'] as const
type CallOrder = (typeof callOrders)[number]

const perRequest = (one: CallFigures, field: 'statements' | 'rowsRead') => one[field] / one.requests

function rankOf(one: CallFigures, key: Exclude<CallOrder, 'call'>): number {
  if (key === 'statements' || key === 'rowsRead') return perRequest(one, key)
  return one[key] ?? 0
}

/** The calls in an order; without one those with the most requests first, as they come. */
export function sortCalls(calls: readonly CallFigures[], order: Order | null): readonly CallFigures[] {
  const key = callOrders.find((one) => one === order?.key)
  if (!key || !order) return calls
  const sign = order.direction === 'asc' ? 1 : -1
  const compare = (one: CallFigures, other: CallFigures) =>
    key === 'call' ? one.call.localeCompare(other.call) : rankOf(one, key) - rankOf(other, key)
  return calls.toSorted((one, other) => sign * compare(one, other))
}
