import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Tone } from './badge.tsx'
import type { Icon } from './icon.ts'
import { Skeleton } from './skeleton.tsx'

type StatTone = Exclude<Tone, 'neutral'>

export type StatCardProps = {
  label: ReactNode
  /** Already formatted, or a link with it that covers the card (`after:inset-0`); null while it is loading. */
  value: ReactNode | null
  icon: Icon
  tone?: StatTone
  /** What the figure means, or how it has changed. */
  hint?: ReactNode
}

const tones: Record<StatTone, string> = {
  brand: 'bg-brand-soft text-brand-ink',
  accent: 'bg-accent-soft text-accent-ink',
  success: 'bg-success-soft text-success-ink',
  warning: 'bg-warning-soft text-warning-ink',
  danger: 'bg-danger-soft text-danger-ink',
  info: 'bg-info-soft text-info-ink',
}

/** One figure with its label. In a list each card is in an `<li>`. */
export function StatCard({ label, value, icon: Glyph, tone = 'brand', hint }: StatCardProps) {
  return (
    <div className="relative flex h-full flex-col gap-3 rounded-card border border-line bg-surface p-4 shadow-card sm:flex-row sm:items-center sm:gap-4">
      <span className={clsx('grid size-11 shrink-0 place-items-center rounded-control', tones[tone])}>
        <Glyph aria-hidden className="size-5.5" />
      </span>
      <div className="flex min-w-0 flex-col-reverse">
        {hint && <span className="text-muted text-xs">{hint}</span>}
        <span className="text-muted text-sm">{label}</span>
        {value === null ? (
          <Skeleton className="my-1 h-5 w-20" />
        ) : (
          <strong translate="no" className="figures text-xl leading-tight">
            {value}
          </strong>
        )}
      </div>
    </div>
  )
}
