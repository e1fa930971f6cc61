import type { ReactNode } from 'react'

/** A column of a table. The first one names the row: it is the row's header, and stays in view. */
export type DataColumn<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** The server's name of this sort order; absent if it does not sort by this column. */
  sort?: string | undefined
  /** Numbers and amounts stand at the end of their column. */
  align?: 'start' | 'end'
  /** Long texts break into lines; all else stays on one. */
  wrap?: boolean
  /** Cards of phones show the first column and the four with the lowest numbers; by its place where none is given. */
  priority?: number
  /** Hidden until somebody shows it. */
  hidden?: boolean
}

export type Order = { key: string; direction: 'asc' | 'desc' }

/** The order after a column's header was pressed: rising, falling, and then the list's own. */
export function nextOrder(order: Order | null, key: string): Order | null {
  if (order?.key !== key) return { key, direction: 'asc' }
  return order.direction === 'asc' ? { key, direction: 'desc' } : null
}

const CARD_COLUMNS = 4

/** The columns of a phone's card, in the order of the table. */
export function cardColumns<Row>(columns: readonly DataColumn<Row>[]): readonly DataColumn<Row>[] {
  const rest = columns.slice(1)
  const rank = (column: DataColumn<Row>) => column.priority ?? 100 + rest.indexOf(column)
  const shown = new Set(rest.toSorted((one, other) => rank(one) - rank(other)).slice(0, CARD_COLUMNS))
  return rest.filter((column) => shown.has(column))
}
