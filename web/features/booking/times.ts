import { type Instant, localTime } from '#domain/cairo'
import type { OfferedTime } from '../availability/shared/offered-times.ts'

export type PartOfDay = 'morning' | 'afternoon' | 'evening'

const NOON = 12
const DUSK = 18

export function partOfDay(at: Instant): PartOfDay {
  const { hour } = localTime(at)
  if (hour < NOON) return 'morning'
  return hour < DUSK ? 'afternoon' : 'evening'
}

export type TimeGroup = { part: PartOfDay; times: [OfferedTime, ...OfferedTime[]] }

/** The times of a day under morning, afternoon and evening; a part without a time is left out. */
export function groupByPart(times: readonly OfferedTime[]): TimeGroup[] {
  const groups: TimeGroup[] = []
  for (const time of times) {
    const part = partOfDay(time.start)
    const group = groups.find((one) => one.part === part)
    if (group) group.times.push(time)
    else groups.push({ part, times: [time] })
  }
  return groups
}

/** The time that begins closest to the requested one, the earlier of two. */
export function nearestTime(times: readonly OfferedTime[], requested: Instant): OfferedTime | undefined {
  const distance = (time: OfferedTime) => Math.abs(time.start - requested)
  return times.toSorted((one, other) => distance(one) - distance(other) || one.start - other.start)[0]
}
