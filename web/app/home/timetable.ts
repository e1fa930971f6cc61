import { type Instant, nextQuarter, overlaps, type TimeRange } from '#domain/cairo'
import { freeRanges } from '#domain/lessons/slots'
import type { LessonView } from '../lessons/shared/lesson-view.ts'

/** A range of a day: a lesson, or open hours without a booking. */
export type TimetableEntry = TimeRange & { lesson: LessonView | null }

/** Slots that touch are shown as one range. */
function merged(ranges: readonly TimeRange[]): TimeRange[] {
  const runs: TimeRange[] = []
  for (const range of ranges.toSorted((one, other) => one.start - other.start)) {
    const last = runs.at(-1)
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end)
    else runs.push({ ...range })
  }
  return runs
}

/** A day in the order of its hours: lessons, and between them what is still open for booking. */
export function timetableOf(
  day: TimeRange,
  slots: readonly TimeRange[],
  lessons: readonly LessonView[],
  now: Instant,
): TimetableEntry[] {
  const booked = lessons.filter((lesson) => overlaps(lesson, day))
  const open = { start: Math.max(day.start, nextQuarter(now)), end: day.end }
  const free = merged(slots.filter((slot) => overlaps(slot, open)))
    .map(({ start, end }) => ({ start: Math.max(start, open.start), end: Math.min(end, open.end) }))
    .flatMap((slot) => freeRanges(slot, booked))
  return [
    ...booked.map((lesson) => ({ start: lesson.start, end: lesson.end, lesson })),
    ...free.map((range) => ({ ...range, lesson: null })),
  ].sort((one, other) => one.start - other.start)
}
