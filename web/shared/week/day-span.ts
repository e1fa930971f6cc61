import {
  addDays,
  type Instant,
  type LocalDay,
  localTime,
  MINUTES_A_DAY,
  overlaps,
  startOfDay,
  type TimeRange,
} from '#domain/cairo'
import type { Span } from './lanes.ts'

/** The shortest height that still shows a time. */
const MIN_SPAN = 15

export const minuteOfDay = (at: Instant): number => {
  const { hour, minute } = localTime(at)
  return hour * 60 + minute
}

export const rangeOfDay = (day: LocalDay): TimeRange => ({ start: startOfDay(day), end: startOfDay(addDays(day, 1)) })

/**
 * The part of a range within a day, in minutes of Cairo's wall clock, null if there is none. In the hour repeated in autumn
 * the wall clock may be earlier at the end than at the start: such a part is drawn with its true duration.
 */
export function spanInDay(range: TimeRange, day: LocalDay): Span | null {
  const whole = rangeOfDay(day)
  if (!overlaps(range, whole)) return null
  const start = Math.max(range.start, whole.start)
  const end = Math.min(range.end, whole.end)
  const from = minuteOfDay(start)
  const to = end === whole.end ? MINUTES_A_DAY : minuteOfDay(end)
  if (to > from) return { from, to }
  return { from, to: Math.min(MINUTES_A_DAY, from + Math.max(MIN_SPAN, (end - start) / 60_000)) }
}
