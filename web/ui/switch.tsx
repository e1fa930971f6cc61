import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'size'> & { label: ReactNode; hint?: ReactNode }

/** A setting that takes effect at once, without a save button. */
export function Switch({ label, hint, className, ...rest }: SwitchProps) {
  return (
    <label className={clsx('flex min-h-11 items-center justify-between gap-4 py-1.5', className)}>
      <span>
        <span className="font-semibold">{label}</span>
        {hint && <span className="block text-muted text-sm">{hint}</span>}
      </span>
      <input
        {...rest}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox says itself whether it is checked
        role="switch"
        className={clsx(
          'relative h-7 w-12 shrink-0 appearance-none rounded-full bg-strong transition-colors checked:bg-brand disabled:opacity-50',
          "before:absolute before:inset-s-1 before:top-1 before:size-5 before:rounded-full before:bg-surface before:shadow-sm before:transition-[inset] before:content-[''] checked:before:inset-s-6",
        )}
      />
    </label>
  )
}
