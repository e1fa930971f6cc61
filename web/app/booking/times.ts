import type { Instant } from '#domain/cairo'
import type { OfferedTime } from '../../shared/tutors/offered-times.ts'

/** The time that begins closest to the requested one, the earlier of two. */
export function nearestTime(times: readonly OfferedTime[], requested: Instant): OfferedTime | undefined {
  const distance = (time: OfferedTime) => Math.abs(time.start - requested)
  return times.toSorted((one, other) => distance(one) - distance(other) || one.start - other.start)[0]
}
