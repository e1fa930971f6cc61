import { calendarWeekOf, type Instant } from '#domain/cairo'
import { LessonOutcome } from '#domain/lessons/outcome'
import { payOf } from '#domain/lessons/pay'
import { PlanPeriod } from '#domain/subscriptions/periods'
import type { lessonOutcomes } from '../schema/lesson-outcomes.ts'
import type { Lesson } from './lessons.ts'
import type { Sales } from './subscriptions.ts'

type Outcome = typeof lessonOutcomes.$inferInsert & { lessonId: number }
export type Outcomes = ReadonlyMap<number, Outcome>

/**
 * In every n-th lesson the student is absent, more often in a free trial's, whose pay then waits for staff; in some nobody
 * attends.
 */
const STUDENT_ABSENT_EVERY = 23
const TRIAL_STUDENT_ABSENT_EVERY = 4
const NOBODY_EVERY = 61

const trialsOf = ({ subscriptions }: Sales): ReadonlySet<number> =>
  new Set(subscriptions.filter(({ period }) => period === PlanPeriod.FreeTrial).map(({ id }) => id))

/** Who attended a past lesson of the demo, by the lesson. */
export function attendanceOf(sales: Sales): (lesson: Lesson) => number[] {
  const trials = trialsOf(sales)
  return ({ id, tutorId, studentId, allowance }) => {
    if (id % NOBODY_EVERY === 0) return []
    const every = trials.has(allowance.subscriptionId) ? TRIAL_STUDENT_ABSENT_EVERY : STUDENT_ABSENT_EVERY
    return id % every === 0 ? [tutorId] : [tutorId, studentId]
  }
}

const OUTCOMES = [LessonOutcome.NobodyAttended, LessonOutcome.StudentAbsent, LessonOutcome.Held] as const

/** The outcomes of the lessons that are over, and what became of their pay, by lesson (docs/rules/lessons.md 10.6). */
export function outcomesOf(lessons: readonly Lesson[], sales: Sales, now: Instant): Outcomes {
  const trials = trialsOf(sales)
  const attendedBy = attendanceOf(sales)
  const paidTrials = new Map<string, number>()
  const over = lessons.filter(({ cancellation, end }) => cancellation === null && end <= now)
  const outcomes = over
    .toSorted((one, other) => one.start - other.start)
    .map((lesson): Outcome => {
      const { id: lessonId, tutorId, start, end } = lesson
      const outcome = OUTCOMES[attendedBy(lesson).length] ?? LessonOutcome.Held
      const row = { lessonId, tutorId, start, outcome, createdAt: end, updatedAt: end }
      const rest = { reason: null, due: null, trialWeek: null, trialNumber: null, earnedAt: null }
      if (lesson.price === 0) return { ...row, ...rest, pay: 'none' }
      const isTrial = trials.has(lesson.allowance.subscriptionId)
      const trialWeek = calendarWeekOf(start).start
      const key = `${tutorId} ${trialWeek}`
      const known = paidTrials.get(key) ?? 0
      const funding = isTrial ? 'trial' : 'paid'
      const { state, reason, due } = payOf({ outcome, funding, end, paidTrials: known, isDisputed: false })
      if (state === 'earned' && isTrial) {
        paidTrials.set(key, known + 1)
        return { ...row, ...rest, pay: 'earned', earnedAt: end, trialWeek, trialNumber: known + 1 }
      }
      if (state === 'earned') return { ...row, ...rest, pay: 'earned', earnedAt: end }
      const isReleased = due !== null && due <= now
      return { ...row, ...rest, pay: isReleased ? 'earned' : 'waiting', reason, due, earnedAt: isReleased ? due : null }
    })
  return new Map(outcomes.map((one) => [one.lessonId, one]))
}
