import { fromIso, hours, type Instant, minutes } from '#domain/cairo'

type Listed = { nearestFreeTime: string | null; notice: number }

const AT_LEAST = minutes(0.25)
const AT_MOST = hours(1)

/** Milliseconds until the clock alone makes a list stale: its first "nearest time" can no longer be booked. */
export function msUntilStale(tutors: readonly Listed[], now: Instant): number {
  const ends = tutors.flatMap(({ nearestFreeTime, notice }) =>
    nearestFreeTime === null ? [] : [fromIso(nearestFreeTime) - minutes(notice)],
  )
  return Math.min(AT_MOST, Math.max(AT_LEAST, Math.min(...ends) - now))
}
