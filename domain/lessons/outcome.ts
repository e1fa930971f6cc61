import { type Instant, minutes, type TimeRange } from '../cairo.ts'
import { attendedDuring, type Presence } from '../sessions/attendance.ts'
import { rangeOf } from './durations.ts'

/** What happened in a lesson, as staff decide it or as the recorded attendance shows it (docs/rules/lessons.md 10.1). */
export const LessonOutcome = {
  Held: 1,
  NobodyAttended: 2,
  TutorAbsent: 3,
  StudentAbsent: 4,
} as const
export type LessonOutcome = (typeof LessonOutcome)[keyof typeof LessonOutcome]

const { Held, NobodyAttended, TutorAbsent, StudentAbsent } = LessonOutcome

/** The outcomes of lessons at which the tutor was, and of those at which not. */
export const WITH_TUTOR = [Held, StudentAbsent] as const
export const WITHOUT_TUTOR = [NobodyAttended, TutorAbsent] as const

export const wasTutorThere = (outcome: LessonOutcome): boolean => WITH_TUTOR.some((one) => one === outcome)

/** Whether the tutor is paid for a lesson, and whether its minutes stay spent. */
export type OutcomeEffects = { isPaid: boolean; isCharged: boolean }

const EFFECTS: Record<LessonOutcome, OutcomeEffects> = {
  [Held]: { isPaid: true, isCharged: true },
  [NobodyAttended]: { isPaid: false, isCharged: false },
  [TutorAbsent]: { isPaid: false, isCharged: false },
  [StudentAbsent]: { isPaid: true, isCharged: true },
}

/**
 * The effect of a decided outcome on pay and minutes: an absent tutor is not paid, and the minutes are returned
 * (docs/rules/lessons.md 8.2).
 */
export const effectsOf = (outcome: LessonOutcome): OutcomeEffects => EFFECTS[outcome]

/** How long a student waits for the tutor, in minutes (docs/rules/lessons.md 4.2, 10.4). */
export const TUTOR_GRACE = 5

/** A member who was inside for at least this share of a lesson was present: 3 minutes of 15, 6 of 30. */
const PRESENT_SHARE = 1 / 5

/** The recorded presence of both members in the session of a lesson, in order. */
export type Attendance = { student: readonly Presence[]; tutor: readonly Presence[] }

type LessonTime = { start: Instant; duration: number }

/** Whether somebody was inside at any moment between the start of the lesson and `now`, or its end. */
export function wasInsideDuring(lesson: LessonTime, times: readonly Presence[], now: Instant): boolean {
  const { start, end } = rangeOf(lesson)
  return times.some((time) => time.start <= Math.min(now, end) && (time.end === null || time.end > start))
}

const isPresent = (lesson: LessonTime, times: readonly Presence[], now: Instant): boolean =>
  attendedDuring(times, rangeOf(lesson), now) >= minutes(lesson.duration) * PRESENT_SHARE

/**
 * The outcome that the recorded attendance shows once a lesson is over (docs/rules/lessons.md 10.1). Without any records
 * nobody attended; whether that proves an absence is decided by `provesTutorAbsent`.
 */
export function outcomeOf(lesson: LessonTime, { student, tutor }: Attendance, now: Instant): LessonOutcome {
  const hasStudent = isPresent(lesson, student, now)
  if (isPresent(lesson, tutor, now)) return hasStudent ? Held : StudentAbsent
  return hasStudent ? TutorAbsent : NobodyAttended
}

/** A lesson that was held is cut short where both were in it together for less than this share. */
const WHOLE_SHARE = 1 / 2

/** Whether both members were in the lesson at once for this share of it. A presence without an end lasts until the lesson's end. */
function wereTogetherFor(share: number, lesson: LessonTime, { student, tutor }: Attendance): boolean {
  const { start, end } = rangeOf(lesson)
  const together = student.reduce((sum, time) => {
    const both = { start: Math.max(time.start, start), end: Math.min(time.end ?? end, end) }
    return sum + attendedDuring(tutor, both, end)
  }, 0)
  return together >= minutes(lesson.duration) * share
}

/** Whether both members were in the lesson at once for as long as makes each of them present (docs/rules/lessons.md 10.6). */
export const haveMet = (lesson: LessonTime, attendance: Attendance): boolean =>
  wereTogetherFor(PRESENT_SHARE, lesson, attendance)

/**
 * Whether a lesson that was held was cut short: its two members were in it together for less than half of its time, 7.5
 * minutes of 15 or 15 of 30 (docs/rules/lessons.md 10.8).
 */
export const isCutShort = (lesson: LessonTime, attendance: Attendance): boolean =>
  outcomeOf(lesson, attendance, rangeOf(lesson).end) === Held && !wereTogetherFor(WHOLE_SHARE, lesson, attendance)

const hasEnded = (time: Presence): time is TimeRange => time.end !== null

/**
 * Whether the record proves the tutor's absence (docs/rules/lessons.md 10.4). Events of a session are recorded in order, so
 * a recorded departure of the student proves that no earlier event is missing. The proof requires a student who waited
 * `TUTOR_GRACE` minutes of the lesson and left, and a tutor who was not present and whose departures are recorded.
 * Everything else is left to staff.
 */
export function provesTutorAbsent(lesson: LessonTime, { student, tutor }: Attendance, now: Instant): boolean {
  const waited = attendedDuring(student.filter(hasEnded), rangeOf(lesson), now)
  return waited >= minutes(TUTOR_GRACE) && tutor.every(hasEnded) && !isPresent(lesson, tutor, now)
}
