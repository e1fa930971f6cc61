import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'

export type Segment<V extends string | number> = { value: V; label: ReactNode; disabled?: boolean }

export type SegmentedProps<V extends string | number> = {
  label: string
  options: readonly Segment<V>[]
  value: V
  onChange: (value: V) => void
  /** Takes the full width, with equal parts. */
  wide?: boolean
}

/** A choice of two to four views of the same thing, such as week or list. Native radios. */
export function Segmented<V extends string | number>({ label, options, value, onChange, wide }: SegmentedProps<V>) {
  const name = useId()
  return (
    <fieldset className={clsx('min-w-0 rounded-control bg-sunken p-1', wide ? 'w-full' : 'w-fit max-w-full')}>
      <legend className="sr-only">{label}</legend>
      <div className={clsx('flex gap-1', !wide && 'no-scrollbar overflow-x-auto')}>
        {options.map((option) => (
          <label
            key={option.value}
            className={clsx(
              'relative flex min-h-11 items-center justify-center rounded-[0.5rem] px-4 text-center font-semibold text-[0.9375rem] text-muted transition-colors hover:text-ink',
              'has-checked:bg-surface has-checked:text-brand-ink has-checked:shadow-card dark:has-checked:bg-brand-soft has-disabled:opacity-50',
              'has-focus-visible:outline-2 has-focus-visible:outline-focus',
              wide ? 'min-w-0 flex-1' : 'shrink-0',
            )}
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
