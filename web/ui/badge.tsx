import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Icon } from './icon.ts'

export type Tone = 'neutral' | 'brand' | 'accent' | 'success' | 'warning' | 'danger' | 'info'

const tones: Record<Tone, string> = {
  neutral: 'bg-sunken text-muted',
  brand: 'bg-brand-soft text-brand-ink',
  accent: 'bg-accent-soft text-accent-ink',
  success: 'bg-success-soft text-success-ink',
  warning: 'bg-warning-soft text-warning-ink',
  danger: 'bg-danger-soft text-danger-ink',
  info: 'bg-info-soft text-info-ink',
}

type BadgeProps = { tone?: Tone; icon?: Icon; className?: string; children: ReactNode }

/** A short status or label. It always has text: colour alone never carries the meaning. */
export function Badge({ tone = 'neutral', icon: Glyph, className, children }: BadgeProps) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 font-semibold text-[0.8125rem] leading-normal',
        tones[tone],
        className,
      )}
    >
      {Glyph && <Glyph aria-hidden className="size-3.5 shrink-0" />}
      {children}
    </span>
  )
}

/** A count, such as of unread messages; nothing for null. `label` says what is counted. */
export function CountBadge({ count, label }: { count: string | null; label: string }) {
  if (count === null) return null
  return (
    <span
      translate="no"
      className="figures inline-grid h-5 min-w-5 place-items-center rounded-full bg-danger px-1.5 font-bold text-on-danger text-xs leading-none"
    >
      <span aria-hidden>{count}</span>
      <span className="sr-only">{label}</span>
    </span>
  )
}
