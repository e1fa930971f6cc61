import { overlaps, type TimeRange } from '#domain/cairo'
import { freeRanges } from '#domain/lessons/slots'
import type { LessonView } from '../../parts/lesson-view.ts'

/** A stretch of a day: a lesson, or open hours that nobody has booked. */
export type Stretch = TimeRange & { lesson: LessonView | null }

/** A day in the order of its hours: lessons, and between them what is open for booking. */
export function timetableOf(day: TimeRange, slots: readonly TimeRange[], lessons: readonly LessonView[]): Stretch[] {
  const booked = lessons.filter((lesson) => overlaps(lesson, day))
  const free = slots
    .filter((slot) => overlaps(slot, day))
    .map(({ start, end }) => ({ start: Math.max(start, day.start), end: Math.min(end, day.end) }))
    .flatMap((slot) => freeRanges(slot, booked))
  return [
    ...booked.map((lesson) => ({ start: lesson.start, end: lesson.end, lesson })),
    ...free.map((range) => ({ ...range, lesson: null })),
  ].sort((one, other) => one.start - other.start)
}
