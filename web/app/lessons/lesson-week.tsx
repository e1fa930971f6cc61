import type { Instant, LocalDay } from '#domain/cairo'
import { lessons as words } from '#messages/lessons'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { DayHead } from '../../shared/week/day-heading.tsx'
import { spanInDay } from '../../shared/week/day-span.ts'
import { assignLanes, type Lane, readable, type Span } from '../../shared/week/lanes.ts'
import { useWeekLabel } from '../../shared/week/use-week-label.ts'
import { blockStyle, WeekGrid } from '../../shared/week/week-grid.tsx'
import type { Week } from '../week/shared/use-week.ts'
import { LessonBlock } from './lesson-block.tsx'
import type { LessonView } from './shared/lesson-view.ts'

export type ShownLessons = {
  lessons: readonly LessonView[]
  isLoading: boolean
  now: Instant
  viewerId: number
  onOpen: (lesson: LessonView) => void
}

/** Below this height in minutes the time and the name share a line. */
const ONE_LINE = 40

/** A week as columns. */
export function LessonWeek({ lessons, isLoading, now, week, viewerId, onOpen }: ShownLessons & { week: Week }) {
  const t = useMessages(words)
  const format = useFormat()
  const weekLabel = useWeekLabel()
  const blocks = (day: LocalDay): (LessonView & Span & Lane)[] =>
    assignLanes(readable(lessons.flatMap((lesson) => placedOn(lesson, day))))
  return (
    <div aria-busy={isLoading} className={isLoading ? 'opacity-60' : ''}>
      <WeekGrid
        label={t('schedule.grid', { week: weekLabel(week.days) })}
        days={week.days}
        now={now}
        spans={week.days.flatMap((day) => lessons.flatMap((lesson) => spanInDay(lesson, day) ?? []))}
        isReady={!isLoading}
        hourLabel={(hour) => format.timeOfDay(hour * 60)}
        head={(day) => <DayHead day={day} now={now} />}
      >
        {(day) =>
          blocks(day).map((block) => (
            <div key={block.id} style={blockStyle(block)} className="absolute p-px">
              <LessonBlock
                oneLine={block.to - block.from < ONE_LINE}
                lesson={block}
                now={now}
                viewerId={viewerId}
                onOpen={onOpen}
              />
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
