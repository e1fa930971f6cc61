import { clsx } from 'clsx'
import { Check, Search } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { normalise } from '#domain/arabic'
import { addDays, type LocalDay, localDay } from '#domain/cairo'
import { dataTable } from '#messages/data-table'
import { useMessages } from '../../messages/messages.ts'
import { now } from '../../platform/clock.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { usePeopleById } from './filter-words.ts'
import { type FilterOption, idsOfText, type ListFilter, listOfText } from './shared/filters.ts'
import { PeoplePicker } from './shared/people-picker.tsx'
import { rangeOf, rangeText } from './shared/range-text.ts'

type EditorProps = {
  filter: ListFilter
  /** As in the address; empty where the filter is not set. */
  value: string
  onChange: (value: string) => void
  /** The choice is made. */
  onDone: () => void
}

/** The controls of one filter. */
export function FilterEditor({ filter, value, onChange, onDone }: EditorProps) {
  const t = useMessages(dataTable)
  const choose = (next: string) => {
    onChange(next)
    onDone()
  }
  switch (filter.kind) {
    case 'one':
      return <Options label={filter.label} options={filter.options} value={value} onChoose={choose} />
    case 'boolean': {
      const options = [
        { value: 'true', label: filter.yes ?? t('filters.yes') },
        { value: 'false', label: filter.no ?? t('filters.no') },
      ]
      return <Options label={filter.label} options={options} value={value} onChoose={choose} />
    }
    case 'several':
      return <Several label={filter.label} options={filter.options} value={value} onChange={onChange} />
    case 'dates':
      return <Dates value={value} onChoose={choose} />
    case 'numbers':
      return <Numbers value={value} unit={filter.unit} onChoose={choose} />
    case 'person':
      return <People filter={filter} value={value} onChange={onChange} onChoose={choose} />
    case 'text':
    case 'ids':
      return <Words filter={filter} value={value} onChoose={choose} />
  }
}

type OptionsProps = {
  label: string
  options: readonly FilterOption[]
  value: string
  onChoose: (value: string) => void
}

/** More options than this are found by typing a part of one. */
const MOST_LISTED = 15

function Options({ label, options, value, onChoose }: OptionsProps) {
  const t = useMessages(dataTable)
  const [typed, setTyped] = useState('')
  const words = normalise(typed.trim()).split(' ')
  const shown = options.filter((option) => words.every((word) => normalise(option.label).includes(word)))
  return (
    <fieldset>
      <legend className="mb-1 px-2 font-semibold text-muted text-sm">{label}</legend>
      {options.length > MOST_LISTED && (
        <Input
          type="search"
          icon={Search}
          aria-label={t('filters.search', { label })}
          placeholder={t('filters.searchHint')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          className="mb-1"
        />
      )}
      {shown.length === 0 && <p className="px-2 py-1 text-muted">{t('filters.noOption')}</p>}
      {shown.map((option) => {
        const isChosen = String(option.value) === value
        return (
          <button
            key={option.value}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onChoose(String(option.value))}
            className={clsx(
              'flex min-h-10 w-full items-center justify-between gap-2 rounded-lg px-2 text-start hover:bg-brand-soft',
              isChosen && 'font-semibold text-brand-ink',
            )}
          >
            {option.label}
            {isChosen && <Check aria-hidden className="size-5" />}
          </button>
        )
      })}
    </fieldset>
  )
}

type SeveralProps = Omit<OptionsProps, 'onChoose'> & { onChange: (value: string) => void }

function Several({ label, options, value, onChange }: SeveralProps) {
  const chosen = listOfText(value)
  const toggle = (option: string) => {
    const next = chosen.includes(option) ? chosen.filter((one) => one !== option) : [...chosen, option]
    onChange(next.join(','))
  }
  return (
    <fieldset>
      <legend className="mb-1 px-2 font-semibold text-muted text-sm">{label}</legend>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          label={option.label}
          checked={chosen.includes(String(option.value))}
          onChange={() => toggle(String(option.value))}
          className="rounded-lg px-2 hover:bg-brand-soft"
        />
      ))}
    </fieldset>
  )
}

type PeopleProps = {
  filter: Extract<ListFilter, { kind: 'person' }>
  value: string
  onChange: (value: string) => void
  onChoose: (value: string) => void
}

/** Picking somebody makes the choice; more people are added from the chip. */
function People({ filter, value, onChange, onChoose }: PeopleProps) {
  const picked = usePeopleById(idsOfText(value))
  return (
    <PeoplePicker
      label={filter.label}
      roles={filter.roles}
      picked={picked}
      onChange={(next) => (next.length > picked.length ? onChoose : onChange)(next.map(({ id }) => id).join(','))}
    />
  )
}

type TypedProps = { value: string; onChoose: (value: string) => void }

function ApplyForm({ onApply, children }: { onApply: () => void; children: ReactNode }) {
  const t = useMessages(dataTable)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onApply()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      {children}
      <Button type="submit" size="sm">
        {t('filters.apply')}
      </Button>
    </form>
  )
}

function Dates({ value, onChoose }: TypedProps) {
  const t = useMessages(dataTable)
  const [{ from, to }, setRange] = useState(rangeOf(value))
  const today = localDay(now())
  const last = (count: number) => rangeText(addDays(today, 1 - count), today)
  const firstOfMonth: LocalDay = `${today.slice(0, 7)}-01` as LocalDay
  const presets = [
    { label: t('filters.today'), value: rangeText(today, today) },
    { label: t('filters.days', { count: 7 }), value: last(7) },
    { label: t('filters.days', { count: 30 }), value: last(30) },
    { label: t('filters.month'), value: rangeText(firstOfMonth, today) },
  ]
  return (
    <ApplyForm onApply={() => onChoose(rangeText(from, to))}>
      <div className="flex flex-wrap gap-2">
        {presets.map((preset) => (
          <Button key={preset.label} size="sm" variant="secondary" onClick={() => onChoose(preset.value)}>
            {preset.label}
          </Button>
        ))}
      </div>
      <Field label={t('filters.from')}>
        <Input
          type="date"
          flow="ltr"
          value={from}
          max={to || undefined}
          onChange={(event) => setRange({ from: event.target.value, to })}
        />
      </Field>
      <Field label={t('filters.to')}>
        <Input
          type="date"
          flow="ltr"
          value={to}
          min={from || undefined}
          onChange={(event) => setRange({ from, to: event.target.value })}
        />
      </Field>
    </ApplyForm>
  )
}

function Numbers({ value, unit, onChoose }: TypedProps & { unit: string | undefined }) {
  const t = useMessages(dataTable)
  const [{ from, to }, setRange] = useState(rangeOf(value))
  const suffix = unit && <span className="px-2 text-muted text-sm">{unit}</span>
  return (
    <ApplyForm onApply={() => onChoose(rangeText(from, to))}>
      <Field label={t('filters.from')}>
        <Input
          type="number"
          step="any"
          flow="ltr"
          value={from}
          action={suffix}
          onChange={(event) => setRange({ from: event.target.value, to })}
        />
      </Field>
      <Field label={t('filters.to')}>
        <Input
          type="number"
          step="any"
          flow="ltr"
          value={to}
          action={suffix}
          onChange={(event) => setRange({ from, to: event.target.value })}
        />
      </Field>
    </ApplyForm>
  )
}

function Words({ filter, value, onChoose }: TypedProps & { filter: ListFilter }) {
  const t = useMessages(dataTable)
  const [typed, setTyped] = useState(value)
  const isIds = filter.kind === 'ids'
  const read = () => (isIds ? (typed.match(/\d+/g) ?? []).join(',') : typed.trim())
  return (
    <ApplyForm onApply={() => onChoose(read())}>
      <Field label={filter.label} {...(isIds ? { hint: t('filters.ids') } : {})}>
        <Input value={typed} flow={isIds ? 'ltr' : 'auto'} onChange={(event) => setTyped(event.target.value)} />
      </Field>
    </ApplyForm>
  )
}
