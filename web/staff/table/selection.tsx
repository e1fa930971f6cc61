import type { OnChangeFn, RowSelectionState } from '@tanstack/react-table'
import { Fragment, useMemo, useRef, useState } from 'react'
import { dataTable } from '#messages/data-table'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import type { ButtonVariant } from '../../ui/button-look.ts'
import type { Icon } from '../../ui/icon.ts'

export type BulkAction<Row> = {
  label: string
  icon?: Icon
  variant?: ButtonVariant
  /** Given the selected rows of all pages, and the function that ends the selection. */
  onAct: (rows: readonly Row[], clear: () => void) => void
  /** The same with everything that matches the list's filters, up to a number of rows. */
  onAll?: {
    label: (count: number) => string
    most: number
    /** Given the filters and the search as the call takes them. */
    onAct: (query: Record<string, unknown>, clear: () => void) => void
  }
}

export type Selection<Row> = {
  selected: RowSelectionState
  onChange: OnChangeFn<RowSelectionState>
  rows: readonly Row[]
  clear: () => void
}

/** The selected rows on all pages of the filtered list; changing a filter clears the selection. */
export function useSelection<Row extends object>(
  list: readonly Row[] | undefined,
  rowId: (row: Row) => string,
  scope: string,
): Selection<Row> {
  const [selected, onChange] = useState<RowSelectionState>({})
  const [ownScope, setOwnScope] = useState(scope)
  const seen = useRef(new Map<string, Row>())
  if (scope !== ownScope) {
    setOwnScope(scope)
    onChange({})
  }
  for (const row of list ?? []) seen.current.set(rowId(row), row)
  const rows = useMemo(() => Object.keys(selected).flatMap((id) => seen.current.get(id) ?? []), [selected])
  return { selected, onChange, rows, clear: () => onChange({}) }
}

type BulkBarProps<Row> = {
  actions: readonly BulkAction<Row>[]
  rows: readonly Row[]
  /** How many match the filters; undefined where there are more than are counted. */
  total: number | undefined
  query: Record<string, unknown>
  onClear: () => void
}

/** What can be done with the selected rows; nothing without any. */
export function BulkBar<Row>({ actions, rows, total = Number.POSITIVE_INFINITY, query, onClear }: BulkBarProps<Row>) {
  const t = useMessages(dataTable)
  if (rows.length === 0) return null
  return (
    <section
      aria-label={t('select.bar')}
      className="sticky top-16 z-20 flex flex-wrap items-center gap-2 rounded-card bg-inverse px-4 py-2 text-inverse-ink"
    >
      <p role="status" className="me-auto font-semibold">
        {t('select.count', { count: rows.length })}
      </p>
      {actions.map(({ label, icon, variant = 'accent', onAct, onAll }) => (
        <Fragment key={label}>
          <Button size="sm" variant={variant} {...(icon ? { icon } : {})} onClick={() => onAct(rows, onClear)}>
            {label}
          </Button>
          {onAll && total > rows.length && total <= onAll.most && (
            <Button size="sm" variant={variant} onClick={() => onAll.onAct(query, onClear)}>
              {onAll.label(total)}
            </Button>
          )}
        </Fragment>
      ))}
      <Button size="sm" variant="secondary" onClick={onClear}>
        {t('select.clear')}
      </Button>
    </section>
  )
}
