import { clsx } from 'clsx'
import type { LocalDay } from '#domain/cairo'
import { availability } from '#messages/availability'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { spanInDay } from '../../shared/week/day-span.ts'
import type { Span } from '../../shared/week/lanes.ts'
import type { LessonView } from '../lessons/shared/lesson-view.ts'

type BookedStripProps = { lesson: LessonView; day: LocalDay; within: Span; isOver: boolean }

/** A booked lesson inside its slot; the slot's button below says how many there are. */
export function BookedStrip({ lesson, day, within, isOver }: BookedStripProps) {
  const t = useMessages(availability)
  const format = useFormat()
  const span = spanInDay(lesson, day)
  if (!span || span.to <= within.from || span.from >= within.to) return null
  const length = within.to - within.from
  const share = (minutes: number) => `${(minutes / length) * 100}%`
  const [from, to] = [Math.max(span.from, within.from), Math.min(span.to, within.to)]
  return (
    <div
      aria-hidden
      style={{ insetBlockStart: share(from - within.from), blockSize: share(to - from) }}
      className="pointer-events-none absolute inset-x-1.5 p-px"
    >
      <div
        className={clsx(
          'flex size-full items-center gap-1 overflow-hidden rounded px-1.5 text-[0.6875rem] leading-none',
          isOver ? 'bg-line text-ink' : 'bg-brand text-on-brand',
        )}
      >
        <span className="shrink-0 font-semibold">{format.clock(lesson.start)}</span>
        <span className="truncate">{lesson.other.name ?? t('someone')}</span>
      </div>
    </div>
  )
}
