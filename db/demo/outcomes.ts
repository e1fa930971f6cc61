import { calendarWeekOf, type Instant, minutes } from '#domain/cairo'
import { type Attendance, haveMet, isCutShort, outcomeOf, wasTutorThere } from '#domain/lessons/outcome'
import { payOf } from '#domain/lessons/pay'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { isLate } from '#domain/tutors/quality'
import type { lessonOutcomes } from '../schema/lesson-outcomes.ts'
import { type Stay, wasPoorCall } from './calls.ts'
import type { Lesson } from './lessons.ts'
import { absentStudents, type Student } from './students.ts'
import type { Sales } from './subscriptions.ts'

type Outcome = typeof lessonOutcomes.$inferInsert & { lessonId: number }
/** What the attendance follows from. */
type Taught = { students: readonly Student[]; lessons: readonly Lesson[]; sales: Sales; now: Instant }
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

/** The last two lessons of the students who have stopped coming. */
function missedLessons({ students, lessons, now }: Taught): ReadonlySet<number> {
  const absent = absentStudents(students)
  const over = lessons.filter(
    ({ studentId, end, cancellation }) => absent.has(studentId) && !cancellation && end <= now,
  )
  const byStudent = Map.groupBy(over, ({ studentId }) => studentId)
  const last = [...byStudent.values()].flatMap((all) =>
    all.toSorted((one, other) => other.start - one.start).slice(0, 2),
  )
  return new Set(last.map(({ id }) => id))
}

/** Some tutors often join minutes after the start, and some lessons end early. */
const OFTEN_LATE_TUTORS = 11
const LATE_EVERY = 3
const CUT_SHORT_EVERY = 31
/** The share of such a lesson that is held: less than half. */
const CUT_SHORT_AFTER = 0.4

/** Whoever came joined a minute early and left at the end; a late tutor joined four minutes after the start. */
export function attendanceOf(taught: Taught): (lesson: Lesson) => Stay[] {
  const trials = trialsOf(taught.sales)
  const missed = missedLessons(taught)
  return ({ id, tutorId, studentId, allowance, start, end }) => {
    if (id % NOBODY_EVERY === 0) return []
    const every = trials.has(allowance.subscriptionId) ? TRIAL_STUDENT_ABSENT_EVERY : STUDENT_ABSENT_EVERY
    const isLate = tutorId % OFTEN_LATE_TUTORS === 0 && id % LATE_EVERY === 0
    const to = id % CUT_SHORT_EVERY === 0 ? start + (end - start) * CUT_SHORT_AFTER : end
    const tutor = { userId: tutorId, from: isLate ? start + minutes(4) : start - minutes(1), to }
    const isAbsent = id % every === 0 || missed.has(id)
    return isAbsent ? [tutor] : [tutor, { userId: studentId, from: start - minutes(1), to }]
  }
}

function presencesOf(stays: readonly Stay[], tutorId: number): Attendance {
  const of = (isTutor: boolean) =>
    stays.flatMap(({ userId, from, to }) => ((userId === tutorId) === isTutor ? [{ start: from, end: to }] : []))
  return { student: of(false), tutor: of(true) }
}

/** The outcomes of the lessons that are over, and what became of their pay, by lesson (docs/rules/lessons.md 10.6). */
export function outcomesOf(taught: Taught): Outcomes {
  const { lessons, sales, now } = taught
  const trials = trialsOf(sales)
  const attendedBy = attendanceOf(taught)
  const paidTrials = new Map<string, number>()
  const over = lessons.filter(({ cancellation, end }) => cancellation === null && end <= now)
  const outcomes = over
    .toSorted((one, other) => one.start - other.start)
    .map((lesson): Outcome => {
      const { id: lessonId, tutorId, start, end } = lesson
      const stays = attendedBy(lesson)
      const presences = presencesOf(stays, tutorId)
      const outcome = outcomeOf(lesson, presences, end)
      const late = wasTutorThere(outcome) ? isLate(lesson, presences.tutor) : null
      const cutShort = isCutShort(lesson, presences)
      const poorCall = wasPoorCall(lesson, stays, now)
      const row = { lessonId, tutorId, start, outcome, late, cutShort, poorCall, createdAt: end, updatedAt: end }
      const rest = { reason: null, due: null, trialWeek: null, trialNumber: null, earnedAt: null }
      if (lesson.price === 0) return { ...row, ...rest, pay: 'none' }
      const isTrial = trials.has(lesson.allowance.subscriptionId)
      const trialWeek = calendarWeekOf(start).start
      const key = `${tutorId} ${trialWeek}`
      const known = paidTrials.get(key) ?? 0
      const funding = isTrial ? 'trial' : 'paid'
      const hasMet = haveMet(lesson, presences)
      const { state, reason, due } = payOf({ outcome, hasMet, funding, end, paidTrials: known, isDisputed: false })
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
