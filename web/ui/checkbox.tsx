import { Check } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { useFieldControl } from './field-context.ts'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'size'> & {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
}

/** A native checkbox with its label; the whole row is clickable. */
export function Checkbox({ label, hint, error, className, ...rest }: CheckboxProps) {
  const control = useFieldControl(rest)
  const errorId = useId()
  return (
    <div className={className}>
      <label className="flex min-h-11 items-start gap-3 py-2 has-[input:disabled]:text-muted">
        <span className="relative mt-0.5 size-6 shrink-0">
          <input
            {...rest}
            type="checkbox"
            id={rest.id}
            aria-describedby={error ? errorId : control['aria-describedby']}
            aria-invalid={Boolean(error) || control['aria-invalid'] || undefined}
            aria-required={rest.required || undefined}
            className="peer size-6 appearance-none rounded-lg border-2 border-strong bg-surface transition-colors checked:border-brand checked:bg-brand aria-invalid:border-danger disabled:border-line disabled:bg-sunken disabled:checked:bg-strong"
          />
          <Check
            aria-hidden
            strokeWidth={3.5}
            className="pointer-events-none absolute inset-1 size-4 text-on-brand opacity-0 peer-checked:opacity-100"
          />
        </span>
        <span>
          {label}
          {hint && <span className="block text-muted text-sm">{hint}</span>}
        </span>
      </label>
      {error && (
        <p id={errorId} role="alert" className="ps-9 text-danger-ink text-sm">
          {error}
        </p>
      )}
    </div>
  )
}
