import type { ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'
import type { Icon } from '../../ui/icon.ts'

/** The next step as the largest card of the screen, where it is not a lesson. */
export function StepCard({
  icon: Glyph,
  title,
  text,
  action,
}: {
  icon: Icon
  title: string
  text: string
  action: ReactNode
}) {
  return (
    <Card tone="deep" padding="lg" className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <span className="grid size-16 shrink-0 place-items-center rounded-[1.4rem] bg-on-deep/10 text-accent">
        <Glyph aria-hidden className="size-8" strokeWidth={1.75} />
      </span>
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="text-xl sm:text-2xl">{title}</h2>
        <p className="mt-1 text-on-deep-muted">{text}</p>
      </div>
      {action}
    </Card>
  )
}
