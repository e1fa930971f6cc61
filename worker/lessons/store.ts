import { eq, sql } from 'drizzle-orm'
import type { RowsOf, Statement } from '#db/batch'
import type { Db } from '#db/client'
import { lessonDecisions } from '#db/schema/lesson-decisions'
import { busyQuarters, lessonMembers, lessons, upcomingLessons } from '#db/schema/lessons'
import { minuteEntries } from '#db/schema/minutes'
import { tutors } from '#db/schema/tutors'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import type { Cancellation } from '#domain/lessons/cancellation'
import { type Lesson, lessonState } from '#domain/lessons/states'
import { isStudent, type Role } from '#domain/roles'
import { isMinor } from '#domain/students/guardians'
import { uploadUrl } from '../files/store.ts'
import { abortIf } from '../http/constraints.ts'
import { nextInCalendar } from '../http/versions.ts'
import { scheduleNoticeStatements } from '../messages/schedule-notices.ts'
import { touchTutors } from '../tutors/store.ts'

export type LessonRow = typeof lessons.$inferSelect

/** A lesson with its state at `now` (docs/rules/lessons.md 1.3). */
export const withStatus = (row: LessonRow, now: Instant) => ({ ...row, status: lessonState(row, now) })

/** The query whose rows `memberViews` takes. */
export const memberStatement = (db: Db, lessonId: number) =>
  db
    .select({
      lessonId: lessonMembers.lessonId,
      userId: users.id,
      name: users.name,
      englishName: users.englishName,
      image: users.image,
      role: users.role,
      notificationMethod: users.notificationMethod,
      birthYear: users.birthYear,
    })
    .from(lessonMembers)
    .innerJoin(users, eq(users.id, lessonMembers.userId))
    .where(eq(lessonMembers.lessonId, lessonId))

export type MemberRow = Awaited<ReturnType<typeof memberStatement>>[number]

/** The members of lessons, without their phone numbers (docs/rules/lessons.md 1.5). */
export const memberViews = (rows: readonly MemberRow[], now: Instant) =>
  rows.map(({ birthYear, ...row }) => ({
    ...row,
    image: uploadUrl(row.image),
    phone: null,
    verifiedPhone: false,
    isMinor: isStudent(row.role) && isMinor(birthYear, now),
  }))

/** A lesson and the ids of its two members; undefined when there is none. */
export const findLesson = async (db: Db, id: number) => lessonWithMembers(await lessonStatement(db, id))

/** The query whose rows `lessonWithMembers` takes. */
export const lessonStatement = (db: Db, id: number) =>
  db
    .select({ lesson: lessons, userId: lessonMembers.userId })
    .from(lessons)
    .innerJoin(lessonMembers, eq(lessonMembers.lessonId, lessons.id))
    .where(eq(lessons.id, id))

/** Combines the rows of `lessonStatement`, one per member; undefined without rows. */
export function lessonWithMembers(
  rows: Awaited<ReturnType<typeof lessonStatement>>,
): { lesson: LessonRow; memberIds: number[] } | undefined {
  const [first] = rows
  return first && { lesson: first.lesson, memberIds: rows.map((row) => row.userId) }
}

export type Member = {
  id: number
  role: Role
  phone: string | null
  notificationMethod: number | null
  notice: number | null
}

/** The entry of the minutes ledger that paid for a lesson; `minutes` is positive here. */
export type BookingEntry = { subscriptionId: number; week: number; minutes: number; revision: number }

/** A lesson with its members and its booking entry; `bookingEntry` is null if the entry was returned. */
export type FoundLesson = { row: LessonRow; student: Member; tutor: Member; bookingEntry: BookingEntry | null }

/** Converts a loaded lesson to the type that the rules take. */
export const lessonOf = ({ row, student, tutor }: FoundLesson): Lesson => ({
  ...row,
  studentId: student.id,
  tutorId: tutor.id,
})

/** The statements whose rows `foundForChange` takes. */
export const changeStatements = (db: Db, lessonId: number) =>
  [
    db.select().from(lessons).where(eq(lessons.id, lessonId)),
    db
      .select({
        id: users.id,
        role: users.role,
        phone: users.phone,
        notificationMethod: users.notificationMethod,
        notice: tutors.notice,
      })
      .from(lessonMembers)
      .innerJoin(users, eq(users.id, lessonMembers.userId))
      .leftJoin(tutors, eq(tutors.id, users.id))
      .where(eq(lessonMembers.lessonId, lessonId)),
    db
      .select()
      .from(minuteEntries)
      .where(eq(minuteEntries.lessonId, lessonId))
      .orderBy(sql`${minuteEntries.revision} DESC`, sql`${minuteEntries.kind} = 'return' DESC`),
  ] as const

/** A lesson with everything that rebooking or cancelling it needs; null when there is none. */
export function foundForChange([[row], members, entries]: RowsOf<
  ReturnType<typeof changeStatements>
>): FoundLesson | null {
  const student = members.find((member) => isStudent(member.role))
  const tutor = members.find((member) => !isStudent(member.role))
  if (!row || !student || !tutor) return null
  const [latest] = entries
  const bookingEntry = latest?.kind === 'booking' ? { ...latest, minutes: -latest.minutes } : null
  return { row, student, tutor, bookingEntry }
}

/** As `foundForChange`, running the statements. */
export const findForChange = async (db: Db, lessonId: number): Promise<FoundLesson | null> =>
  foundForChange(await db.batch(changeStatements(db, lessonId)))

/**
 * The statements of a cancellation: they free the time, return `returnedMinutes` and notify the members who did not cancel. The first statement fails the batch
 * when the lesson was cancelled meanwhile, so that minutes are returned once.
 */
export function cancellationStatements(
  db: Db,
  found: FoundLesson,
  cancellation: Cancellation,
  now: Instant,
): [Statement, ...Statement[]] {
  const { row, student, tutor, bookingEntry } = found
  const { canceledBy, canceledAt, returnedMinutes } = cancellation
  const told = [student, tutor].filter(({ id }) => id !== canceledBy)
  return [
    abortIf(
      db,
      'lesson-canceled',
      sql`(SELECT ${lessons.canceledAt} IS NOT NULL FROM ${lessons} WHERE ${lessons.id} = ${row.id})`,
    ),
    db
      .update(lessons)
      .set({ canceledBy, canceledAt, ...nextInCalendar(lessons, now) })
      .where(eq(lessons.id, row.id)),
    db.delete(busyQuarters).where(eq(busyQuarters.sessionId, row.sessionId)),
    db.delete(upcomingLessons).where(eq(upcomingLessons.lessonId, row.id)),
    ...(bookingEntry && returnedMinutes > 0
      ? [
          db
            .insert(minuteEntries)
            .values({ ...bookingEntry, id: undefined, kind: 'return', lessonId: row.id, createdAt: now }),
        ]
      : []),
    ...touchTutors(db, [tutor.id]),
    ...told.flatMap((recipient) =>
      scheduleNoticeStatements(
        db,
        { sessionId: row.sessionId, recipient, otherId: canceledBy, known: row, start: row.start },
        now,
      ),
    ),
  ]
}

/** The query whose rows `decisionsOf` takes. */
export const decisionStatement = (db: Db, lessonId: number) =>
  db
    .select({ decision: lessonDecisions, name: users.name })
    .from(lessonDecisions)
    .leftJoin(users, eq(users.id, lessonDecisions.decidedBy))
    .where(eq(lessonDecisions.lessonId, lessonId))
    .orderBy(lessonDecisions.revision)

/** The decisions about a lesson, oldest first; `decidedBy` is null for an automatic decision by attendance. */
export function decisionsOf(rows: Awaited<ReturnType<typeof decisionStatement>>) {
  return rows.map(({ decision, name }) => {
    const { decidedBy: id } = decision
    return { ...decision, decidedBy: id === null ? null : { id, name } }
  })
}
