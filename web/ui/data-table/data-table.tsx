import {
  type ColumnDef,
  columnOrderingFeature,
  columnVisibilityFeature,
  type OnChangeFn,
  type RowData,
  type RowSelectionState,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type ReactNode, useMemo, useRef } from 'react'
import { dataTable } from '#messages/data-table'
import { useMessages } from '../../messages/messages.ts'
import { Menu, type MenuItem } from '../menu.tsx'
import type { DataColumn, Order } from './column.ts'
import { openRow } from './open-row.ts'
import { useRowKeys } from './row-keys.ts'
import { SelectBox } from './select-box.tsx'

const features = tableFeatures({ columnOrderingFeature, columnVisibilityFeature, rowSelectionFeature })

/** With more rows than this only those in view are drawn. */
const VIRTUAL_FROM = 50
const ROW_HEIGHTS = { comfortable: 57, compact: 41 }

export type DataTableProps<Row extends RowData> = {
  /** What the table lists; its caption. */
  label: string
  /** All columns; the first one is the rows' header and always shown. */
  columns: readonly DataColumn<Row>[]
  visibility: Readonly<Record<string, boolean>>
  order: readonly string[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** What a row is called: for screen readers. */
  rowName: (row: Row) => string
  sorted: Order | null
  onSort: (key: string) => void
  /** Adds boxes that select rows; the state is by the rows' ids and may name rows of other pages. */
  selection?: { selected: RowSelectionState; onChange: OnChangeFn<RowSelectionState> } | undefined
  /** Wraps a row's first cell into the link or button that opens the row. It carries `data-row-primary`. */
  primary: (row: Row, content: ReactNode) => ReactNode
  rowActions?: ((row: Row) => readonly MenuItem[]) | undefined
  density: 'comfortable' | 'compact'
  /** The rows before this page, and on all pages. */
  offset: number
  total: number
  /** The rows are those of the last page while the next one is loaded. */
  isStale: boolean
}

/** A real table in a region that scrolls both ways, with a sticky head and first column. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, rowName, sorted, selection, primary, rowActions, density, offset, total } = props
  const t = useMessages(dataTable)
  const region = useRef<HTMLElement>(null)
  const definitions = useMemo<ColumnDef<typeof features, Row>[]>(
    () => columns.map(({ id, header, cell }) => ({ id, header, cell: ({ row }) => cell(row.original) })),
    [columns],
  )
  const table = useTable({
    features,
    columns: definitions,
    data: rows as Row[],
    getRowId: rowId,
    state: {
      columnVisibility: props.visibility as Record<string, boolean>,
      columnOrder: props.order as string[],
      rowSelection: selection?.selected ?? {},
    },
    ...(selection ? { onRowSelectionChange: selection.onChange } : {}),
  })
  const shown = table.getRowModel().rows
  const isVirtual = shown.length > VIRTUAL_FROM
  const virtualizer = useVirtualizer({
    count: isVirtual ? shown.length : 0,
    getScrollElement: () => region.current,
    estimateSize: () => ROW_HEIGHTS[density],
    overscan: 10,
  })
  useRowKeys({
    rows: () => [...(region.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])],
    reveal: (index) => isVirtual && virtualizer.scrollToIndex(index),
    count: shown.length,
    version: rows,
  })
  const drawn = virtualizer.getVirtualItems()
  const visible = isVirtual ? drawn.flatMap(({ index }) => shown[index] ?? []) : shown
  const before = isVirtual ? (drawn[0]?.start ?? 0) : 0
  const after = isVirtual ? virtualizer.getTotalSize() - (drawn.at(-1)?.end ?? 0) : 0
  const byId = new Map(columns.map((column) => [column.id, column]))
  const width = table.getVisibleLeafColumns().length + (selection ? 1 : 0) + (rowActions ? 1 : 0)
  const first = table.getVisibleLeafColumns()[0]?.id
  const cell = density === 'compact' ? 'px-2.5 py-1.5' : 'px-2.5 py-3'
  const pinned = clsx('sticky z-10 bg-inherit', selection ? 'inset-s-12' : 'inset-s-0')
  return (
    <section
      ref={region}
      aria-label={t('region', { title: label })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by the keyboard
      tabIndex={0}
      className={clsx(
        'relative max-h-[calc(100dvh-17.5rem)] overflow-auto rounded-card border border-line bg-surface',
        // Keeps focused elements from being covered by the sticky head or first column, which is as wide as its widest
        // cell.
        'scroll-pt-16',
        selection ? 'scroll-ps-84' : 'scroll-ps-72',
      )}
    >
      <table
        aria-rowcount={total + 1}
        aria-busy={props.isStale || undefined}
        className={clsx('w-full border-separate border-spacing-0 text-[0.9375rem]', props.isStale && 'opacity-60')}
      >
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr aria-rowindex={1} className="text-start text-muted text-sm">
            {selection && (
              <th scope="col" className="sticky inset-s-0 top-0 z-30 w-12 border-line border-b bg-sunken ps-2">
                <SelectBox
                  label={t('select.all')}
                  checked={table.getIsAllPageRowsSelected()}
                  isPartial={table.getIsSomePageRowsSelected()}
                  onChange={table.getToggleAllPageRowsSelectedHandler()}
                />
              </th>
            )}
            {table.getVisibleLeafColumns().map(({ id }) => {
              const column = byId.get(id)
              if (!column) return null
              return (
                <HeadCell
                  key={id}
                  column={column}
                  sorted={sorted}
                  onSort={props.onSort}
                  className={clsx(
                    cell,
                    id === first
                      ? clsx('sticky top-0 z-30', selection ? 'inset-s-12' : 'inset-s-0')
                      : 'sticky top-0 z-20',
                  )}
                />
              )
            })}
            {rowActions && (
              <th scope="col" className="sticky top-0 z-20 w-14 border-line border-b bg-sunken">
                <span className="sr-only">{t('actions.column')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Spacer height={before} width={width} />}
          {visible.map((row) => (
            // The row's own link does the same by the keyboard.
            <tr
              key={row.id}
              ref={isVirtual ? virtualizer.measureElement : undefined}
              data-row
              data-index={row.index}
              aria-rowindex={offset + row.index + 2}
              onClick={openRow}
              className={clsx(
                'cursor-pointer hover:bg-brand-soft has-[[data-row-primary]:focus-visible]:bg-brand-soft',
                row.getIsSelected() ? 'bg-brand-soft' : 'bg-surface',
              )}
            >
              {selection && (
                <td className="sticky inset-s-0 z-10 border-line border-b bg-inherit ps-2">
                  <SelectBox
                    label={t('select.row', { name: rowName(row.original) })}
                    checked={row.getIsSelected()}
                    onChange={row.getToggleSelectedHandler()}
                    isOfRow
                  />
                </td>
              )}
              {row.getVisibleCells().map((one) => {
                const column = byId.get(one.column.id)
                if (!column) return null
                if (column.id === first) {
                  return (
                    <th
                      key={one.id}
                      scope="row"
                      className={clsx(
                        cell,
                        pinned,
                        'max-w-72 whitespace-nowrap border-line border-b text-start font-normal',
                      )}
                    >
                      {primary(row.original, column.cell(row.original))}
                    </th>
                  )
                }
                return (
                  <td
                    translate="no"
                    key={one.id}
                    className={clsx(
                      cell,
                      'max-w-96 border-line border-b',
                      column.wrap ? 'min-w-56' : 'whitespace-nowrap',
                      column.align === 'end' ? 'figures text-end' : 'text-start',
                    )}
                  >
                    {column.cell(row.original)}
                  </td>
                )
              })}
              {rowActions && (
                <td className="border-line border-b px-1">
                  <Menu label={t('actions.of', { name: rowName(row.original) })} items={rowActions(row.original)} />
                </td>
              )}
            </tr>
          ))}
          {after > 0 && <Spacer height={after} width={width} />}
        </tbody>
      </table>
    </section>
  )
}

/** In place of the rows that are out of view. */
function Spacer({ height, width }: { height: number; width: number }) {
  return (
    <tr aria-hidden>
      <td colSpan={width} style={{ height, padding: 0 }} />
    </tr>
  )
}

type HeadCellProps<Row> = {
  column: DataColumn<Row>
  sorted: Order | null
  onSort: (key: string) => void
  className: string
}

function HeadCell<Row>({ column, sorted, onSort, className }: HeadCellProps<Row>) {
  const { header, sort, align } = column
  const direction = sort !== undefined && sorted?.key === sort ? sorted.direction : null
  const look = clsx(
    'border-line border-b bg-sunken font-semibold',
    className,
    align === 'end' ? 'text-end' : 'text-start',
  )
  if (sort === undefined)
    return (
      <th scope="col" className={look}>
        {header}
      </th>
    )
  const Glyph = direction === null ? ChevronsUpDown : direction === 'asc' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      aria-sort={direction === null ? 'none' : direction === 'asc' ? 'ascending' : 'descending'}
      className={look}
    >
      <button
        type="button"
        onClick={() => onSort(sort)}
        className={clsx(
          'inline-flex min-h-8 items-center gap-1 rounded-md text-start font-semibold hover:text-ink',
          direction && 'text-brand-ink',
        )}
      >
        {header}
        <Glyph aria-hidden className="size-4 shrink-0" />
      </button>
    </th>
  )
}
