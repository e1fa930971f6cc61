import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { controlClasses } from './control-look.ts'
import { useFieldControl } from './field-context.ts'

export type SelectOption = { value: string | number; label: string; disabled?: boolean }

export type SelectProps = Omit<ComponentProps<'select'>, 'children' | 'size'> & {
  options: readonly SelectOption[]
  /** Shown while nothing is chosen; it cannot be chosen. */
  placeholder?: string
}

/** One of many options, by the native list: the fastest on cheap phones. */
export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  const control = useFieldControl(rest)
  return (
    <div className={clsx('relative', className)}>
      <select
        {...(placeholder !== undefined && rest.value === undefined && rest.defaultValue === undefined
          ? { defaultValue: '' }
          : {})}
        {...rest}
        {...control}
        className={clsx(controlClasses, 'h-12 appearance-none ps-4 pe-11')}
      >
        {placeholder !== undefined && (
          <option value="" disabled hidden>
            {placeholder}
          </option>
        )}
        {options.map(({ value, label, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-e-3.5 top-1/2 size-5 -translate-y-1/2 text-muted"
      />
    </div>
  )
}
