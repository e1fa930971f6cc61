import { calendarWeekOf, type Instant, type LocalDay, localDay, type TimeRange } from '../cairo.ts'
import { rangeOf } from '../lessons/durations.ts'
import { LessonOutcome } from '../lessons/outcome.ts'

/** The largest goal of lessons a week: one on each day (docs/rules/accounts.md 10.2). */
export const MAX_WEEKLY_GOAL = 7

/** A lesson that was not cancelled; `duration` in minutes, `outcome` as the last decision has it, null without one. */
export type StudentsLesson = { start: Instant; duration: number; outcome: LessonOutcome | null }

/** A day of the week with the number of lessons that were taken on it and of those that are still to come. */
export type LearningDay = { date: LocalDay; taken: number; coming: number }

/** The calendar week in Cairo, its days from Saturday, and what was taken of it; `minutes` are those of taken lessons. */
export type LearningWeek = TimeRange & { days: LearningDay[]; lessons: number; minutes: number }

/** It is over, and no decision says that the tutor stayed away (docs/rules/accounts.md 10.1). */
export const isTaken = (lesson: StudentsLesson, now: Instant): boolean =>
  rangeOf(lesson).end <= now &&
  lesson.outcome !== LessonOutcome.TutorAbsent &&
  lesson.outcome !== LessonOutcome.NobodyAttended

/** The week that contains `now` as a student's home shows it (docs/rules/accounts.md 10.1). */
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
 * How many weeks in a row have a lesson that was taken. The week that contains `now` counts once it has one and ends no
 * row before it is over (docs/rules/accounts.md 10.3).
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
