import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { literals } from '#db/schema/columns'
import { lessonDecisions } from '#db/schema/lesson-decisions'
import type { lessons } from '#db/schema/lessons'
import { minuteEntries } from '#db/schema/minutes'
import { hours, type Instant } from '#domain/cairo'
import { type DecisionChanges, decisionChanges } from '#domain/lessons/decision'
import { LessonOutcome, provesTutorAbsent } from '#domain/lessons/outcome'
import { RECORD_DELAY } from '#domain/lessons/pay'
import type { Piastres } from '#domain/money'
import { isRegularTutor, Role } from '#domain/roles'
import { PresenceEvent } from '#domain/sessions/session-id'
import { loadPresences } from '../lessons/attendance-store.ts'
import { findForChange } from '../lessons/store.ts'
import { grantStatement, loadMinutesBalance } from '../subscriptions/store.ts'

/**
 * How long before the last run the lessons started that may have become due since: at most half an hour of lesson, 45
 * minutes until the record is complete, and more than an hour for late writes.
 */
export const OPEN_THEN = hours(3)

/** Absences are searched among lessons that ended within this time, which is longer than any outage of the job. */
const LOOKBACK = hours(72)

const joined = (userId: SQL) =>
  sql`EXISTS (SELECT 1 FROM session_events v WHERE v.session_id = l.session_id AND v.user_id = ${userId} AND v.type = ${PresenceEvent.UserJoined})`

/**
 * For a lesson `l` with tutor `t`: the student joined, nothing is decided, and the outcome, where the lesson has one, is not
 * that the tutor was there.
 */
const mayLackTutor = sql`NOT EXISTS (SELECT 1 FROM lesson_decisions d WHERE d.lesson_id = l.id)
  AND NOT EXISTS (SELECT 1 FROM lesson_outcomes o WHERE o.lesson_id = l.id AND o.outcome IN (${literals(LessonOutcome.Held, LessonOutcome.StudentAbsent)}))
  AND EXISTS (SELECT 1 FROM lesson_members s WHERE s.lesson_id = l.id AND s.user_id <> t.user_id AND ${joined(sql`s.user_id`)})`

/** Limits the search to one tutor, and to lessons that started after an instant. */
type AbsenceScope = { tutorId?: number; since?: Instant }

type Lesson = Pick<typeof lessons.$inferSelect, 'id' | 'sessionId' | 'start' | 'duration'>

/**
 * Selects undecided lessons with a complete record that names the student and may prove the tutor's absence. The plus sign
 * keeps SQLite from scanning all tutors and all their lessons first.
 */
export const lessonsWithoutTutor = (db: Db, now: Instant, { tutorId, since = 0 }: AbsenceScope) =>
  db
    .select({
      id: sql<number>`l.id`,
      sessionId: sql<string>`l.session_id`,
      start: sql<Instant>`l.start`,
      duration: sql<Lesson['duration']>`l.duration`,
      tutorId: sql<number>`t.user_id`,
      studentId: sql<number>`s.user_id AS studentId`,
    })
    .from(sql`lessons l
    JOIN lesson_members t ON t.lesson_id = l.id AND ${tutorId === undefined ? sql`1` : sql`t.user_id = ${tutorId}`}
    JOIN users u ON u.id = t.user_id AND +u.role IN ${[Role.Tutor, Role.TutorManager]}
    JOIN lesson_members s ON s.lesson_id = l.id AND s.user_id <> t.user_id`)
    .where(sql`l.canceled_at IS NULL AND l.start BETWEEN ${Math.max(since, now - LOOKBACK)} AND ${now}
      AND l.start + l.duration * 60000 <= ${now - RECORD_DELAY} AND ${mayLackTutor}`)

/** A lesson that is decided automatically: what changes, and which week receives the minutes. */
export type ProvenAbsence = {
  lessonId: number
  tutorId: number
  /** The tutor's pay for the lesson in piastres; 0 for a tutor manager. */
  price: Piastres
  changes: DecisionChanges
  minutesBalance: Awaited<ReturnType<typeof loadMinutesBalance>>
}

async function absenceOf(db: Db, lessonId: number, now: Instant): Promise<ProvenAbsence | null> {
  const found = await findForChange(db, lessonId)
  if (!found) return null
  const { row, tutor, student, bookingEntry } = found
  const price = isRegularTutor(tutor.role) ? row.price : 0
  const undecided = {
    outcome: null,
    returnedMinutes: 0,
    earning: 0,
    isCharged: bookingEntry !== null,
    isCredited: false,
  }
  const changes = decisionChanges({ ...row, ...undecided, price }, LessonOutcome.TutorAbsent)
  const minutesBalance = await loadMinutesBalance(db, student.id, now)
  return { lessonId, tutorId: tutor.id, price, changes, minutesBalance }
}

/** The undecided lessons of all tutors, or of one, whose record proves the tutor's absence. */
export async function provenAbsences(db: Db, now: Instant, of: AbsenceScope): Promise<ProvenAbsence[]> {
  const candidates = await lessonsWithoutTutor(db, now, of)
  if (candidates.length === 0) return []
  const presences = await loadPresences(
    db,
    candidates.map(({ sessionId }) => sessionId),
  )
  const proven = candidates.filter((lesson) => {
    const [student, tutor] = [lesson.studentId, lesson.tutorId].map((id) => presences(lesson.sessionId, id))
    return provesTutorAbsent(lesson, { student: student ?? [], tutor: tutor ?? [] }, now)
  })
  const absences = await Promise.all(proven.map(({ id }) => absenceOf(db, id, now)))
  return absences.filter((one) => one !== null)
}

/** The lesson's id distinguishes the entries of two lessons that are decided at the same instant. */
const reasonOf = ({ lessonId }: ProvenAbsence) =>
  `المدرّس ما حضرش الحصة ${lessonId}: الطالب استنى، وسجل الحضور مفيهوش المدرّس.`

/**
 * The statements of the decision and of the returned minutes; the unique key of its revision lets them take effect once.
 */
export function absenceStatements(db: Db, absence: ProvenAbsence, now: Instant): [Statement, ...Statement[]] {
  const { lessonId, changes, minutesBalance } = absence
  const target = changes.minutes > 0 ? minutesBalance : null
  const reason = reasonOf(absence)
  const decision = db.insert(lessonDecisions).values({
    lessonId,
    revision: 0,
    outcome: LessonOutcome.TutorAbsent,
    reason,
    returnedMinutes: target ? changes.minutes : 0,
    subscriptionId: target?.subscription.id ?? null,
    week: target?.week.start ?? null,
    earning: changes.earning,
    decidedBy: null,
    createdAt: now,
  })
  if (!target) return [decision]
  const entry = db.insert(minuteEntries).values({
    subscriptionId: target.subscription.id,
    week: target.week.start,
    kind: 'adjustment',
    minutes: changes.minutes,
    reason,
    createdAt: now,
  })
  return [decision, grantStatement(db, target.subscription, now), entry]
}
