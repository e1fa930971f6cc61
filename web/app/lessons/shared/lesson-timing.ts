import { daysBetween, type Instant, localDay, minutes, type TimeRange } from '#domain/cairo'

/** The timing of a lesson relative to now; numbers are whole and never zero. */
export type Timing =
  | { type: 'in-days'; days: number }
  | { type: 'in-minutes'; minutes: number }
  | { type: 'can-join' }
  | { type: 'started'; minutes: number }
  | { type: 'ends'; minutes: number }
  | { type: 'over' }

const A_DAY = minutes(24 * 60)
/** The first minutes, in which nobody counts as late (docs/rules/lessons.md 7.1). */
const ON_TIME = minutes(3)

function untilStart(start: Instant, now: Instant): Timing {
  if (start - now >= A_DAY) return { type: 'in-days', days: Math.max(1, daysBetween(localDay(now), localDay(start))) }
  return { type: 'in-minutes', minutes: Math.ceil((start - now) / minutes(1)) }
}

/**
 * Before the start the time left; then three minutes of "can join now"; in the first half of the lesson the elapsed time;
 * after it the time left (docs/rules/lessons.md 7.1).
 */
export function timingOf({ start, end }: TimeRange, now: Instant): Timing {
  if (now < start) return untilStart(start, now)
  if (now >= end) return { type: 'over' }
  if (now - start < ON_TIME) return { type: 'can-join' }
  if (now - start < (end - start) / 2) return { type: 'started', minutes: Math.floor((now - start) / minutes(1)) }
  return { type: 'ends', minutes: Math.ceil((end - now) / minutes(1)) }
}
