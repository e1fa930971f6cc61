import { Plus } from 'lucide-react'
import type { Instant, LocalDay, TimeRange } from '#domain/cairo'
import { availability } from '#messages/availability'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { blockStyle } from '../../shared/week/week-grid.tsx'
import type { Point } from './drag.ts'
import { rangeAt } from './editing.ts'
import { whyNotOpen } from './slot-rules.ts'

const AN_HOUR = 60
const MORNING = 8 * AN_HOUR
const EVENING = 17 * AN_HOUR
const HOURS = Array.from({ length: 24 }, (_, hour) => hour * AN_HOUR)

/** The full hours of these days in which a slot can be opened. */
export const freeHours = (days: readonly LocalDay[], shown: readonly TimeRange[], now: Instant): Point[] =>
  days.flatMap((day) =>
    HOURS.filter((from) => !whyNotOpen(rangeAt(day, { from, to: from + AN_HOUR }), shown, now)).map((minute) => ({
      day,
      minute,
    })),
  )

const isSame = (one: Point, other: Point | null) => one.day === other?.day && one.minute === other.minute

type FreeHoursProps = {
  day: LocalDay
  /** Those of the whole week. */
  free: readonly Point[]
  /** The hour that had the focus last. */
  focused: Point | null
  onFocus: (hour: Point) => void
  onAdd: (at: Point) => void
}

/**
 * The free hours of a day for the keyboard: Tab stops at one of the week, arrow keys lead to the others, Enter opens a slot.
 * A press of the pointer is left to the column, which knows the minute.
 */
export function FreeHours({ day, free, focused, onFocus, onAdd }: FreeHoursProps) {
  const t = useMessages(availability)
  const format = useFormat()
  const firstFrom = (from: number) => free.find(({ minute }) => minute >= from)
  const stop = free.find((hour) => isSame(hour, focused)) ?? firstFrom(EVENING) ?? firstFrom(MORNING) ?? free[0]
  return free
    .filter((hour) => hour.day === day)
    .map((hour) => (
      <button
        key={hour.minute}
        type="button"
        tabIndex={hour === stop ? 0 : -1}
        aria-label={t('addAt', { day: format.date(day), time: format.timeOfDay(hour.minute) })}
        onFocus={() => onFocus(hour)}
        onClick={(event) => {
          if (event.detail > 0) return
          event.stopPropagation()
          onAdd(hour)
        }}
        style={blockStyle({ from: hour.minute, to: hour.minute + AN_HOUR, lane: 0, lanes: 1 })}
        className="group absolute flex cursor-default items-center justify-center rounded-lg focus-visible:bg-brand-soft focus-visible:-outline-offset-2"
      >
        <Plus aria-hidden className="size-5 text-brand-ink opacity-0 group-focus-visible:opacity-100" />
      </button>
    ))
}
