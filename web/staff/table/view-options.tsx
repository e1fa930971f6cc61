import { ChevronDown, ChevronUp, Columns3 } from 'lucide-react'
import { useState } from 'react'
import { dataTable } from '#messages/data-table'
import { useMessages } from '../../messages/messages.ts'
import { type ListPreferences, useListPreferences } from '../../platform/list-preferences.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Segmented } from '../../ui/segmented.tsx'

type ShownColumn = { id: string; header: string; isShown: boolean }

type ViewOptionsProps = {
  /** In the order in which they are shown, but for the first, which always is. */
  columns: readonly ShownColumn[]
  preferences: ListPreferences
  onChange: (changes: Partial<ListPreferences>) => void
}

/** Which columns are shown, in which order, and how much room a row has. */
export function ViewOptions({ columns, preferences, onChange }: ViewOptionsProps) {
  const t = useMessages(dataTable)
  const [isOpen, setOpen] = useState(false)
  const ids = columns.map(({ id }) => id)
  const move = (id: string, by: number) => {
    const from = ids.indexOf(id)
    const order = ids.toSpliced(from, 1)
    order.splice(from + by, 0, id)
    onChange({ order })
  }
  return (
    <Popover
      label={t('view.open')}
      open={isOpen}
      onOpenChange={setOpen}
      align="end"
      trigger={
        <Button variant="ghost" size="sm" icon={Columns3}>
          {t('view.open')}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <Segmented
          label={t('view.density')}
          wide
          options={[
            { value: 'comfortable', label: t('view.comfortable') },
            { value: 'compact', label: t('view.compact') },
          ]}
          value={preferences.density}
          onChange={(density) => onChange({ density })}
        />
        <fieldset>
          <legend className="mb-1 font-semibold text-muted text-sm">{t('view.columns')}</legend>
          <ul>
            {columns.map(({ id, header, isShown }, place) => (
              <li key={id} className="flex items-center">
                <Checkbox
                  label={header}
                  checked={isShown}
                  onChange={() => onChange({ columns: { ...preferences.columns, [id]: !isShown } })}
                  className="min-w-0 flex-1"
                />
                <IconButton
                  icon={ChevronUp}
                  label={t('view.up', { column: header })}
                  disabled={place === 0}
                  onClick={() => move(id, -1)}
                />
                <IconButton
                  icon={ChevronDown}
                  label={t('view.down', { column: header })}
                  disabled={place === columns.length - 1}
                  onClick={() => move(id, 1)}
                />
              </li>
            ))}
          </ul>
        </fieldset>
        <Button variant="ghost" size="sm" onClick={() => onChange({ columns: {}, order: [], density: 'comfortable' })}>
          {t('view.reset')}
        </Button>
      </div>
    </Popover>
  )
}

type ListedColumn = { id: string; header: string; hidden?: boolean }

export type ShownColumns<Column> = {
  preferences: ListPreferences
  change: (changes: Partial<ListPreferences>) => void
  all: readonly Column[]
  order: string[]
  visibility: Record<string, boolean>
  choices: ShownColumn[]
}

/** The columns as this browser shows them. */
export function useShownColumns<Column extends ListedColumn>(
  list: string,
  columns: readonly Column[],
): ShownColumns<Column> {
  const { preferences, change } = useListPreferences(list)
  const { columns: chosen, order: wanted } = preferences
  const rank = (id: string) => (wanted.includes(id) ? wanted.indexOf(id) : wanted.length)
  const [first, ...others] = columns
  const rest = others.toSorted((one, other) => rank(one.id) - rank(other.id))
  const all = first ? [first, ...rest] : []
  const isShown = (column: Column) => chosen[column.id] ?? !column.hidden
  return {
    preferences,
    change,
    all,
    order: all.map(({ id }) => id),
    visibility: Object.fromEntries(rest.map((column) => [column.id, isShown(column)])),
    choices: rest.map((column) => ({ id: column.id, header: column.header, isShown: isShown(column) })),
  }
}
