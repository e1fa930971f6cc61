import { addDays, type Instant, type LocalDay, localDay, type TimeRange } from '#domain/cairo'
import { timesOn } from '../availability/shared/offered-times.ts'

export type FreeDay = { day: LocalDay; ranges: TimeRange[] }

/** Ranges that touch or overlap become one. */
export function mergeRanges(times: readonly TimeRange[]): TimeRange[] {
  const ranges: TimeRange[] = []
  for (const { start, end } of times) {
    const last = ranges.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else ranges.push({ start, end })
  }
  return ranges
}

/** The coming days, today first, with the free ranges of each. */
export const freeDays = (times: readonly TimeRange[], now: Instant, count: number): FreeDay[] =>
  Array.from({ length: count }, (_, index) => {
    const day = addDays(localDay(now), index)
    return { day, ranges: mergeRanges(timesOn(times, day)) }
  })
