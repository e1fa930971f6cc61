import { clsx } from 'clsx'
import { type MouseEvent, useState } from 'react'
import { type LocalDay, MINUTES_A_DAY, type TimeRange } from '#domain/cairo'
import { availability } from '#messages/availability'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { DayHead } from '../../shared/week/day-heading.tsx'
import { rangeOfDay, spanInDay } from '../../shared/week/day-span.ts'
import { assignLanes, type Span } from '../../shared/week/lanes.ts'
import { useWeekLabel } from '../../shared/week/use-week-label.ts'
import { blockStyle, WeekGrid } from '../../shared/week/week-grid.tsx'
import { toast } from '../../ui/toasts.ts'
import type { LessonView } from '../lessons/shared/lesson-view.ts'
import type { Week } from '../week/shared/use-week.ts'
import { change, type ShownSlot } from './draft.ts'
import type { Point } from './drag.ts'
import { FreeHours, freeHours } from './free-hours.tsx'
import { badgesOf, bookedIn } from './slot-badges.ts'
import { SlotBlock } from './slot-block.tsx'
import { defaultPurpose, whyNotOpen } from './slot-rules.ts'
import { useSlotWords } from './slot-text.ts'
import { useDrag } from './use-drag.ts'
import type { Schedule } from './use-schedule.ts'

type BookedStripProps = { lesson: LessonView; day: LocalDay; within: Span; isOver: boolean }

/** A booked lesson inside its slot; the slot's button below says how many there are. */
function BookedStrip({ lesson, day, within, isOver }: BookedStripProps) {
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

const WHOLE = { lane: 0, lanes: 1 }

type SlotGridProps = {
  schedule: Schedule
  week: Week
  onOpen: (slot: ShownSlot) => void
  onAdd: (at: Point) => void
}

/** The week as columns: slots and what is booked in them, changed by pressing, by dragging or with the keyboard. */
export function SlotGrid({ schedule, week, onOpen, onAdd }: SlotGridProps) {
  const t = useMessages(availability)
  const format = useFormat()
  const weekLabel = useWeekLabel()
  const { shown, lessons, now } = schedule
  const { grid, drag, take, isClick } = useDrag(now, useDrop(schedule))
  const inWeek = shown.filter((slot) => slot.start < week.end && slot.end > week.start)
  const [focused, setFocused] = useState<Point | null>(null)
  const free = freeHours(week.days, shown, now)
  const pressColumn = (day: LocalDay) => (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const minute = ((event.clientY - box.top) / box.height) * MINUTES_A_DAY
    if (isClick(event) && rangeOfDay(day).end > now) onAdd({ day, minute })
  }
  return (
    <div ref={grid} aria-busy={schedule.isLoading} className={clsx('select-none', schedule.isLoading && 'opacity-60')}>
      <WeekGrid
        label={t('grid', { week: weekLabel(week.days) })}
        days={week.days}
        now={now}
        spans={week.days.flatMap((day) => inWeek.flatMap((slot) => spanInDay(slot, day) ?? []))}
        isReady={!schedule.isLoading}
        hourLabel={(hour) => format.timeOfDay(hour * 60)}
        head={(day) => <DayHead day={day} now={now} />}
        column={(day) => ({ 'data-day': day, onPointerDown: take({ on: 'free' }, null), onClick: pressColumn(day) })}
      >
        {(day) => (
          <>
            <PastShade day={day} now={now} />
            <FreeHours day={day} free={free} focused={focused} onFocus={setFocused} onAdd={onAdd} />
            {assignLanes(inWeek.flatMap((slot) => partOf(slot, day))).map(({ slot, ...place }) => (
              <div key={slot.key} style={blockStyle(place)} className="absolute">
                <SlotBlock
                  slot={slot}
                  day={day}
                  marks={badgesOf(slot, schedule)}
                  edges={edgesOn(slot, day)}
                  isDragged={drag?.key === slot.key}
                  onTake={take}
                  onOpen={(event) => isClick(event) && onOpen(slot)}
                />
                {bookedIn(slot, lessons).map((lesson) => (
                  <BookedStrip key={lesson.id} lesson={lesson} day={day} within={place} isOver={lesson.end <= now} />
                ))}
              </div>
            ))}
            {drag && <Ghost range={drag.range} dragged={drag.key} day={day} schedule={schedule} />}
          </>
        )}
      </WeekGrid>
    </div>
  )
}

const partOf = (slot: ShownSlot, day: LocalDay) => {
  const span = spanInDay(slot, day)
  return span ? [{ slot, ...span }] : []
}

function edgesOn({ start, end }: TimeRange, day: LocalDay) {
  const whole = rangeOfDay(day)
  return { start: start >= whole.start, end: end <= whole.end }
}

/** Adds the dragged range if it is a valid slot; otherwise a toast shows why not. */
function useDrop(schedule: Schedule) {
  const words = useSlotWords()
  const { draft, shown, now, judge, edit, open } = schedule
  return (key: string | null, range: TimeRange) => {
    const slot = shown.find((one) => one.key === key)
    const problem = whyNotOpen(
      range,
      shown.filter((one) => one.key !== key),
      now,
    )
    if (problem) toast.warning(words.problem[problem], { id: 'drop' })
    else if (slot) edit(change(draft, slot, { ...range, purpose: slot.purpose }))
    else open([{ ...range, purpose: defaultPurpose(judge.actor.role) }])
  }
}

/** The past part of a day, where no slot can be opened. */
function PastShade({ day, now }: { day: LocalDay; now: number }) {
  const { start } = rangeOfDay(day)
  const span = start < now ? spanInDay({ start, end: now }, day) : null
  if (!span) return null
  return (
    <div aria-hidden style={blockStyle({ ...span, ...WHOLE })} className="pointer-events-none absolute bg-sunken/60" />
  )
}

type GhostProps = { range: TimeRange | null; dragged: string | null; day: LocalDay; schedule: Schedule }

/** The preview of the dragged slot; red where it cannot be dropped. */
function Ghost({ range, dragged, day, schedule }: GhostProps) {
  const words = useSlotWords()
  const span = range ? spanInDay(range, day) : null
  if (!range || !span) return null
  const others = schedule.shown.filter(({ key }) => key !== dragged)
  const isRefused = whyNotOpen(range, others, schedule.now) !== null
  return (
    <div
      aria-hidden
      style={blockStyle({ ...span, ...WHOLE })}
      className={clsx(
        'pointer-events-none absolute z-10 rounded-lg border-2 px-1.5 py-0.5 font-semibold text-xs leading-4 opacity-90',
        isRefused ? 'border-danger bg-danger-soft text-danger-ink' : 'border-brand bg-brand text-on-brand',
      )}
    >
      {words.shortRange(range)}
    </div>
  )
}
