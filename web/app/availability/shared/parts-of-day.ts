import { type Instant, localTime, type TimeRange } from '#domain/cairo'

export type PartOfDay = 'morning' | 'afternoon' | 'evening'

const NOON = 12
const DUSK = 18

export function partOfDay(at: Instant): PartOfDay {
  const { hour } = localTime(at)
  if (hour < NOON) return 'morning'
  return hour < DUSK ? 'afternoon' : 'evening'
}

export type TimeGroup<T extends TimeRange> = { part: PartOfDay; times: [T, ...T[]] }

/** The times of a day under morning, afternoon and evening; a part without a time is left out. */
export function groupByPart<T extends TimeRange>(times: readonly T[]): TimeGroup<T>[] {
  const groups: TimeGroup<T>[] = []
  for (const time of times) {
    const part = partOfDay(time.start)
    const group = groups.find((one) => one.part === part)
    if (group) group.times.push(time)
    else groups.push({ part, times: [time] })
  }
  return groups
}
