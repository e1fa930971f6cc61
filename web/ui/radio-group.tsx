import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { useFieldControl } from './field-context.ts'

export type RadioOption<V extends string | number> = {
  value: V
  label: ReactNode
  hint?: ReactNode
  /** At the row's end: a price, a badge. */
  aside?: ReactNode
  disabled?: boolean
}

export type RadioGroupProps<V extends string | number> = {
  /** For screen readers; not needed within a `FieldGroup`, which has a legend. */
  label?: string
  options: readonly RadioOption<V>[]
  value: V | null
  onChange: (value: V) => void
  /** `cards` are large bordered rows, `plain` small ones. */
  look?: 'cards' | 'plain'
  /** The number of columns from the sm breakpoint on. */
  columns?: 1 | 2 | 3
  name?: string
}

const grids = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-3' }

/** One of a few options, all visible. Native radios: the browser handles the arrow keys. */
export function RadioGroup<V extends string | number>(props: RadioGroupProps<V>) {
  const { label, options, value, onChange, look = 'cards', columns = 1 } = props
  const ownName = useId()
  const { 'aria-invalid': invalid } = useFieldControl({})
  return (
    <div role="radiogroup" aria-label={label} aria-invalid={invalid} className={clsx('grid gap-2.5', grids[columns])}>
      {options.map((option) => (
        <label
          key={option.value}
          className={clsx(
            'flex min-h-11 items-center gap-3 has-[input:disabled]:cursor-not-allowed has-[input:disabled]:text-muted',
            look === 'cards' &&
              'rounded-control border border-strong/70 bg-surface px-4 py-2.5 transition-colors hover:border-brand has-[input:checked]:border-brand has-[input:checked]:bg-brand-soft has-[input:checked]:ring-1 has-[input:checked]:ring-brand has-[input:disabled]:border-line has-[input:disabled]:bg-sunken has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-focus has-[input:focus-visible]:outline-offset-2',
          )}
        >
          <input
            type="radio"
            name={props.name ?? ownName}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
            className={clsx(
              'size-5 shrink-0 appearance-none rounded-full border-2 border-strong bg-surface transition-[border-width] checked:border-[6px] checked:border-brand disabled:border-line',
              look === 'cards' && 'focus-visible:outline-none',
            )}
          />
          <span className="min-w-0 grow">
            <span className={clsx(option.hint ? 'font-semibold' : undefined)}>{option.label}</span>
            {option.hint && <span className="block text-muted text-sm">{option.hint}</span>}
          </span>
          {option.aside}
        </label>
      ))}
    </div>
  )
}
