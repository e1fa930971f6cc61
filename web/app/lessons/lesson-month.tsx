import { clsx } from 'clsx'
import { type LocalDay, localDay } from '#domain/cairo'
import { lessons as words } from '#messages/lessons'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { moveBetweenDays } from '../../shared/week/arrow-keys.ts'
import { LessonBlock } from './lesson-block.tsx'
import type { ShownLessons } from './lesson-week.tsx'
import { isSameMonth, weeksOfMonth } from './month.ts'
import type { LessonView } from './shared/lesson-view.ts'

const SHOWN_A_DAY = 3
const SATURDAY_FIRST = [6, 0, 1, 2, 3, 4, 5]

type LessonMonthProps = ShownLessons & { day: LocalDay; onOpenDay: (day: LocalDay) => void }

/** A month in weeks from Saturday; a day leads to the list of its week. */
export function LessonMonth({ day: shownDay, lessons, isLoading, onOpenDay, ...rest }: LessonMonthProps) {
  const format = useFormat()
  const lessonsOn = (day: LocalDay) => lessons.filter(({ start }) => localDay(start) === day)
  return (
    <table
      onKeyDown={moveBetweenDays}
      aria-busy={isLoading}
      aria-label={format.month(shownDay)}
      className={clsx(
        'w-full table-fixed border-separate border-spacing-0 overflow-hidden rounded-card border border-line bg-surface shadow-card',
        isLoading && 'opacity-60',
      )}
    >
      <thead>
        <tr>
          {SATURDAY_FIRST.map((weekday) => (
            <th
              key={weekday}
              scope="col"
              className="border-line border-b px-1 py-2 font-normal text-muted text-xs sm:text-sm"
            >
              {format.weekdayName(weekday)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOfMonth(shownDay).map((days) => (
          <tr key={days[0]}>
            {days.map((day) => (
              <td
                key={day}
                className={clsx(
                  'h-16 border-line border-e border-b p-0.5 align-top last:border-e-0 md:h-28 md:p-1',
                  !isSameMonth(day, shownDay) && 'bg-sunken/60',
                )}
              >
                <DayCell {...rest} day={day} lessons={lessonsOn(day)} onOpenDay={onOpenDay} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type DayCellProps = Omit<LessonMonthProps, 'isLoading'> & { lessons: readonly LessonView[] }

function DayCell({ day, lessons, now, viewerId, onOpen, onOpenDay }: DayCellProps) {
  const t = useMessages(words)
  const format = useFormat()
  const isToday = localDay(now) === day
  const more = lessons.length - SHOWN_A_DAY
  return (
    <>
      <button
        type="button"
        onClick={() => onOpenDay(day)}
        data-date={day}
        aria-current={isToday ? 'date' : undefined}
        aria-label={`${format.date(day)}: ${t('schedule.lessonsThatDay', { count: lessons.length })}`}
        className="flex h-full w-full flex-col items-center gap-1 rounded-md py-1 hover:bg-brand-soft md:h-auto md:items-start md:px-1 md:py-0.5"
      >
        <span
          className={clsx(
            'grid size-7 place-items-center rounded-full text-sm',
            isToday && 'bg-brand font-bold text-on-brand',
          )}
        >
          {format.dayOfMonth(day)}
        </span>
        {lessons.length > 0 && <span aria-hidden className="size-2 rounded-full bg-brand md:hidden" />}
      </button>
      <ul className="mt-1 hidden flex-col gap-1 md:flex">
        {lessons.slice(0, SHOWN_A_DAY).map((lesson) => (
          <li key={lesson.id}>
            <LessonBlock short lesson={lesson} now={now} viewerId={viewerId} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <button
          type="button"
          onClick={() => onOpenDay(day)}
          className="mt-1 hidden px-1 text-brand-ink text-xs underline md:block"
        >
          {t('schedule.moreThatDay', { count: more })}
        </button>
      )}
    </>
  )
}
