import type { RowData } from '@tanstack/react-table'
import { type ReactNode, useRef } from 'react'
import { dataTable } from '#messages/data-table'
import { useMessages } from '../../messages/messages.ts'
import { Menu } from '../menu.tsx'
import { cardColumns } from './column.ts'
import type { DataTableProps } from './data-table.tsx'
import { openRow } from './open-row.ts'
import { useRowKeys } from './row-keys.ts'
import { SelectBox } from './select-box.tsx'

/** The same rows on a phone: a card each, with the columns that say most. */
export function DataCards<Row extends RowData>(props: DataTableProps<Row>) {
  const { label, columns, visibility, rows, rowId, rowName, selection, primary, rowActions, isStale } = props
  const t = useMessages(dataTable)
  const list = useRef<HTMLUListElement>(null)
  useRowKeys({
    rows: () => [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])],
    reveal: () => {},
    count: rows.length,
    version: rows,
  })
  const shown = columns.filter(({ id }, place) => place === 0 || visibility[id] !== false)
  const name = shown[0]
  const select = (id: string, isSelected: boolean) =>
    selection?.onChange((before) => {
      const { [id]: _, ...others } = before
      return isSelected ? { ...others, [id]: true } : others
    })
  return (
    <ul ref={list} aria-label={label} aria-busy={isStale || undefined} className="flex flex-col gap-3">
      {rows.map((row, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the card's own link does the same by the keyboard
        <li
          key={rowId(row)}
          data-row
          data-index={index}
          onClick={openRow}
          className="rounded-card border border-line bg-surface p-4 shadow-card has-[[data-row-primary]]:cursor-pointer"
        >
          <div className="flex items-start gap-2">
            {selection && (
              <SelectBox
                label={t('select.row', { name: rowName(row) })}
                checked={selection.selected[rowId(row)] === true}
                onChange={(event) => select(rowId(row), event.target.checked)}
                isOfRow
              />
            )}
            <div className="min-w-0 flex-1 py-1">{name && primary(row, name.cell(row))}</div>
            {rowActions && <Menu label={t('actions.of', { name: rowName(row) })} items={rowActions(row)} />}
          </div>
          <dl className="mt-1 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1 text-[0.9375rem]">
            {cardColumns(shown).map((column) => (
              <CardFact key={column.id} label={column.header} value={column.cell(row)} />
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

function CardFact({ label, value }: { label: string; value: ReactNode }) {
  if (value === '' || value === null) return null
  return (
    <>
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="min-w-0 break-words">{value}</dd>
    </>
  )
}
