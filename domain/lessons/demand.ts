import {
  addDays,
  hours,
  type Instant,
  instantsAt,
  localDay,
  localTime,
  overlaps,
  startOfDay,
  type TimeRange,
  weekdayOf,
} from '../cairo.ts'

/** The number of whole weeks before today that the demand is computed from (docs/rules/tutors.md 6.4). */
const WEEKS = 4
const WEEK_DAYS = 7

/** Lessons that began in one hour; `start` is the hour's first instant. */
export type StartedLessons = { start: Instant; count: number }

/** An hour of the week in Cairo: `weekday` is 0 for Sunday, `share` the percentage of the busiest hour's lessons. */
export type HourDemand = { weekday: number; hour: number; share: number }

/** The last four weeks of whole days in Cairo, up to the beginning of today. */
export function demandWindow(now: Instant): TimeRange {
  const today = localDay(now)
  return { start: startOfDay(addDays(today, -WEEKS * WEEK_DAYS)), end: startOfDay(today) }
}

/**
 * The hours of the week in which lessons began, busiest first; hours without any are omitted. Only proportions are
 * returned, so that the number of bookings stays private (docs/rules/tutors.md 6.4).
 */
export function demandOf(started: readonly StartedLessons[]): HourDemand[] {
  const counts = new Map<string, { weekday: number; hour: number; count: number }>()
  for (const { start, count } of started) {
    const { weekday, hour } = localTime(start)
    const key = `${weekday}-${hour}`
    const known = counts.get(key)
    if (known) known.count += count
    else counts.set(key, { weekday, hour, count })
  }
  const busiest = Math.max(...[...counts.values()].map(({ count }) => count))
  return [...counts.values()]
    .map(({ weekday, hour, count }) => ({ weekday, hour, share: Math.round((count / busiest) * 100) }))
    .sort((one, other) => other.share - one.share || one.weekday - other.weekday || one.hour - other.hour)
}

/** The next occurrences of this weekly hour within seven days, each as a range of one hour. */
function nextOf({ weekday, hour }: HourDemand, now: Instant): TimeRange[] {
  const today = localDay(now)
  const days = Array.from({ length: WEEK_DAYS + 1 }, (_, count) => addDays(today, count))
  return days
    .filter((day) => weekdayOf(day) === weekday)
    .flatMap((day) => instantsAt(day, hour, 0).slice(0, 1))
    .filter((start) => start > now && start < now + hours(24 * WEEK_DAYS))
    .map((start) => ({ start, end: start + hours(1) }))
}

/**
 * The hours in highest demand within the coming seven days that a tutor does not offer, busiest first. An hour that a clock
 * change removes is not suggested.
 */
export function suggestedHours(
  demand: readonly HourDemand[],
  offered: readonly TimeRange[],
  now: Instant,
  most: number,
): TimeRange[] {
  return demand
    .flatMap((hour) => nextOf(hour, now))
    .filter((range) => !offered.some((slot) => overlaps(slot, range)))
    .slice(0, most)
}
