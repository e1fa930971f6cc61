import { ChevronLeft, ListFilter as FilterIcon, X } from 'lucide-react'
import { useState } from 'react'
import { dataTable } from '#messages/data-table'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { FilterEditor } from './filter-editor.tsx'
import { useFilterWords } from './filter-words.ts'
import { activeFilters, type Filters, type ListFilter } from './shared/filters.ts'

type FilterProps = {
  filters: Filters
  texts: Readonly<Record<string, string>>
  /** An empty text removes the filter. */
  onChange: (name: string, text: string) => void
}

/** Chooses a filter that is not set yet, and its value. */
export function AddFilter({ filters, texts, onChange }: FilterProps) {
  const t = useMessages(dataTable)
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const filter = chosen === null ? undefined : filters[chosen]
  const open = (next: boolean) => {
    setOpen(next)
    setChosen(null)
  }
  return (
    <Popover
      label={t('filters.title')}
      open={isOpen}
      onOpenChange={open}
      trigger={
        <Button variant="secondary" size="sm" icon={FilterIcon}>
          {t('filters.add')}
        </Button>
      }
    >
      {filter && chosen !== null ? (
        <>
          <Button variant="ghost" size="sm" icon={ChevronLeft} mirrorIcon onClick={() => setChosen(null)}>
            {t('filters.back')}
          </Button>
          <FilterEditor
            filter={filter}
            value={texts[chosen] ?? ''}
            onChange={(text) => onChange(chosen, text)}
            onDone={() => open(false)}
          />
        </>
      ) : (
        <ul>
          {Object.entries(filters).map(([name, { label }]) => (
            <li key={name}>
              <button
                type="button"
                onClick={() => setChosen(name)}
                className="min-h-10 w-full rounded-lg px-2 text-start hover:bg-brand-soft"
              >
                {label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}

/** The filters that are set, each as a chip that opens its controls and can be removed. */
export function FilterChips({ filters, texts, onChange, onClear }: FilterProps & { onClear: () => void }) {
  const t = useMessages(dataTable)
  const active = activeFilters(filters, texts)
  if (active.length === 0) return null
  return (
    <ul aria-label={t('filters.active')} className="flex flex-wrap items-center gap-2">
      {active.map((name) => {
        const filter = filters[name]
        return (
          filter && (
            <li key={name}>
              <FilterChip filter={filter} text={texts[name] ?? ''} onChange={(text) => onChange(name, text)} />
            </li>
          )
        )
      })}
      <li>
        <Button variant="ghost" size="sm" onClick={onClear}>
          {t('filters.clear')}
        </Button>
      </li>
    </ul>
  )
}

type FilterChipProps = { filter: ListFilter; text: string; onChange: (text: string) => void }

function FilterChip({ filter, text, onChange }: FilterChipProps) {
  const t = useMessages(dataTable)
  const [isOpen, setOpen] = useState(false)
  const { label } = filter
  const value = useFilterWords(filter, text)
  return (
    <span className="inline-flex min-h-11 max-w-full md:max-w-96 md:min-h-9 items-center rounded-full border border-brand/40 bg-brand-soft text-brand-ink text-sm">
      <Popover
        label={t('filters.edit', { label })}
        open={isOpen}
        onOpenChange={setOpen}
        trigger={
          <button type="button" className="min-h-11 truncate rounded-s-full ps-3.5 pe-1 font-semibold md:min-h-9">
            {t('filters.chip', { label, value })}
          </button>
        }
      >
        <FilterEditor filter={filter} value={text} onChange={onChange} onDone={() => setOpen(false)} />
      </Popover>
      <button
        type="button"
        aria-label={t('filters.remove', { label })}
        onClick={() => onChange('')}
        className="relative me-1 grid size-7 place-items-center rounded-full before:absolute before:-inset-2 before:content-[''] hover:bg-brand/15"
      >
        <X aria-hidden className="size-4" />
      </button>
    </span>
  )
}
