import { calendarWeekOf, type Instant, type LocalDay, localDay, type TimeRange } from '../cairo.ts'
import { rangeOf } from '../lessons/durations.ts'
import { LessonOutcome } from '../lessons/outcome.ts'

/** The largest weekly goal of lessons: one a day (docs/rules/accounts.md 10.2). */
export const MAX_WEEKLY_GOAL = 7

/** A lesson that was not cancelled; `duration` in minutes, `outcome` of the latest decision, null without one. */
export type StudentsLesson = { start: Instant; duration: number; outcome: LessonOutcome | null }

/** A day of the week with the number of lessons taken and the number still to come. */
export type LearningDay = { date: LocalDay; taken: number; coming: number }

/** The calendar week in Cairo from Saturday with its totals; `minutes` are those of taken lessons. */
export type LearningWeek = TimeRange & { days: LearningDay[]; lessons: number; minutes: number }

/** The lesson is over, and was not decided as missed by the tutor (docs/rules/accounts.md 10.1). */
export const isTaken = (lesson: StudentsLesson, now: Instant): boolean =>
  rangeOf(lesson).end <= now &&
  lesson.outcome !== LessonOutcome.TutorAbsent &&
  lesson.outcome !== LessonOutcome.NobodyAttended

/** The week that contains `now`, for a student's home screen (docs/rules/accounts.md 10.1). */
export function learningWeek(lessons: readonly StudentsLesson[], now: Instant): LearningWeek {
  const { start, end, days } = calendarWeekOf(now)
  const ofWeek = lessons.filter((lesson) => start <= lesson.start && lesson.start < end)
  const taken = ofWeek.filter((lesson) => isTaken(lesson, now))
  const coming = ofWeek.filter((lesson) => rangeOf(lesson).end > now)
  const on = (date: LocalDay, counted: readonly StudentsLesson[]) =>
    counted.filter((lesson) => localDay(lesson.start) === date).length
  return {
    start,
    end,
    days: days.map((date) => ({ date, taken: on(date, taken), coming: on(date, coming) })),
    lessons: taken.length,
    minutes: taken.reduce((sum, { duration }) => sum + duration, 0),
  }
}

/**
 * The number of consecutive weeks with a taken lesson. The current week counts once it has one, and breaks no streak before
 * it is over (docs/rules/accounts.md 10.3).
 */
export function streakOf(lessons: readonly StudentsLesson[], now: Instant): number {
  const weeks = new Set(
    lessons.filter((lesson) => isTaken(lesson, now)).map(({ start }) => calendarWeekOf(start).start),
  )
  const thisWeek = calendarWeekOf(now).start
  let streak = weeks.has(thisWeek) ? 1 : 0
  let before = calendarWeekOf(thisWeek - 1).start
  while (weeks.has(before)) {
    streak += 1
    before = calendarWeekOf(before - 1).start
  }
  return streak
}
