import type { Instant, LocalDay } from '#domain/cairo'
import { lessons as words } from '../../i18n/ar/lessons.ts'
import { useMessages } from '../../i18n/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { DayHead } from '../week/shared/day-heading.tsx'
import { minuteOfDay, spanInDay } from '../week/shared/day-span.ts'
import { assignLanes, type Lane, type Span } from '../week/shared/lanes.ts'
import type { Week } from '../week/shared/use-week.ts'
import { useWeekLabel } from '../week/shared/use-week-label.ts'
import { blockStyle, WeekGrid } from '../week/shared/week-grid.tsx'
import { LessonBlock } from './lesson-block.tsx'
import type { LessonView } from './shared/lesson-view.ts'

export type ShownLessons = {
  lessons: readonly LessonView[]
  isLoading: boolean
  now: Instant
  viewerId: number
  onOpen: (lesson: LessonView) => void
}

/** Where a week is scrolled to first, unless something in it is earlier. */
const MORNING = 9 * 60
const LEAD = 30

const firstMinuteOf = (lessons: readonly LessonView[]) =>
  Math.max(0, Math.min(MORNING, ...lessons.map(({ start }) => minuteOfDay(start))) - LEAD)

/** A week as columns. */
export function LessonWeek({ lessons, isLoading, now, week, viewerId, onOpen }: ShownLessons & { week: Week }) {
  const t = useMessages(words)
  const format = useFormat()
  const weekLabel = useWeekLabel()
  const blocks = (day: LocalDay): (LessonView & Span & Lane)[] =>
    assignLanes(lessons.flatMap((lesson) => placedOn(lesson, day)))
  return (
    <div aria-busy={isLoading} className={isLoading ? 'opacity-60' : ''}>
      <WeekGrid
        label={t('schedule.grid', { week: weekLabel(week.days) })}
        days={week.days}
        now={now}
        firstMinute={firstMinuteOf(lessons)}
        isReady={!isLoading}
        hourLabel={(hour) => format.timeOfDay(hour * 60)}
        head={(day) => <DayHead day={day} now={now} />}
      >
        {(day) =>
          blocks(day).map((block) => (
            <div key={block.id} style={blockStyle(block)} className="absolute p-px">
              <LessonBlock lesson={block} now={now} viewerId={viewerId} onOpen={onOpen} />
            </div>
          ))
        }
      </WeekGrid>
    </div>
  )
}

function placedOn(lesson: LessonView, day: LocalDay): (LessonView & Span)[] {
  const span = spanInDay(lesson, day)
  return span ? [{ ...lesson, ...span }] : []
}
