import { type Instant, minutes, type TimeRange } from '../cairo.ts'

/** Minutes: short and long (docs/rules/lessons.md 1.1). */
export const LESSON_DURATIONS = [15, 30] as const
export type LessonDuration = (typeof LESSON_DURATIONS)[number]
export const SHORTEST_LESSON: LessonDuration = 15

export const isLessonDuration = (value: number): value is LessonDuration =>
  LESSON_DURATIONS.some((duration) => duration === value)

/** The time that a lesson takes: from its start up to its end. */
export const rangeOf = ({ start, duration }: { start: Instant; duration: number }): TimeRange => ({
  start,
  end: start + minutes(duration),
})
