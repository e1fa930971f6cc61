import { clsx } from 'clsx'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { ui } from '#messages/ui'
import { useMessages } from '../messages/messages.ts'

const look = 'inline-flex min-h-9 items-center gap-1.5 rounded-full border px-3.5 text-[0.9375rem] transition-colors'

type ToggleChipProps = {
  pressed: boolean
  onChange: (pressed: boolean) => void
  disabled?: boolean
  children: ReactNode
}

/** One of several options that can be on together: topics, filters. */
export function ToggleChip({ pressed, onChange, disabled, children }: ToggleChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      disabled={disabled}
      onClick={() => onChange(!pressed)}
      className={clsx(
        look,
        "relative before:absolute before:inset-x-0 before:-inset-y-[5px] before:content-[''] disabled:opacity-50",
        pressed
          ? 'border-brand bg-brand font-semibold text-on-brand'
          : 'border-strong/60 bg-surface text-ink hover:border-brand hover:bg-brand-soft',
      )}
    >
      {children}
    </button>
  )
}

/** A chosen option with a button that removes it. */
export function RemovableChip({ label, onRemove }: { label: string; onRemove: () => void }) {
  const t = useMessages(ui)
  return (
    <span className={clsx(look, 'border-brand/40 bg-brand-soft pe-1.5 text-brand-ink')}>
      {label}
      <button
        type="button"
        aria-label={`${t('clear')} ${label}`}
        onClick={onRemove}
        className="relative grid size-7 place-items-center rounded-full before:absolute before:-inset-2 before:content-[''] hover:bg-brand/15"
      >
        <X aria-hidden className="size-4" />
      </button>
    </span>
  )
}
