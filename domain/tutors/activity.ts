import { type Instant, type LocalDay, localDay } from '../cairo.ts'
import { type LessonDuration, rangeOf, SHORTEST_LESSON } from '../lessons/durations.ts'

export type TaughtLesson = { start: Instant; duration: LessonDuration; canceledAt: Instant | null }
export type DayActivity = { score: number; lessonCount: number }

/** 1 for a lesson of 15 minutes, 2 for one of 30 (docs/rules/tutors.md 3.5). */
export const activityScore = (duration: LessonDuration): number => duration / SHORTEST_LESSON

/** A tutor's lessons that are over and were not cancelled, by Cairo day; days without any are omitted. */
export function activityOf(lessons: readonly TaughtLesson[], now: Instant): Record<LocalDay, DayActivity> {
  const days: Record<LocalDay, DayActivity> = {}
  for (const lesson of lessons.filter((one) => one.canceledAt === null && rangeOf(one).end <= now)) {
    const day = localDay(lesson.start)
    const { score, lessonCount } = days[day] ?? { score: 0, lessonCount: 0 }
    days[day] = { score: score + activityScore(lesson.duration), lessonCount: lessonCount + 1 }
  }
  return days
}
