import type { ReactNode } from 'react'
import type { Icon } from './icon.ts'

/** The empty state of a place that stays visible, such as an empty week: one line above it and an action. */
export function QuietNote({ icon: Glyph, text, action }: { icon: Icon; text: string; action?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-brand-soft px-4 py-3">
      <Glyph aria-hidden className="size-6 shrink-0 text-brand-ink" strokeWidth={1.75} />
      <p className="min-w-0 flex-1 basis-52">{text}</p>
      {action}
    </div>
  )
}
