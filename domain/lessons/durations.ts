import { type Instant, minutes, type TimeRange } from '../cairo.ts'

/** In minutes (docs/rules/lessons.md 1.1). */
export const LESSON_DURATIONS = [15, 30] as const
export type LessonDuration = (typeof LESSON_DURATIONS)[number]
export const SHORTEST_LESSON: LessonDuration = 15
export const LONGEST_LESSON: LessonDuration = 30

export const isLessonDuration = (value: number): value is LessonDuration =>
  LESSON_DURATIONS.some((duration) => duration === value)

/** The time range of a lesson; `duration` in minutes. */
export const rangeOf = ({ start, duration }: { start: Instant; duration: number }): TimeRange => ({
  start,
  end: start + minutes(duration),
})
