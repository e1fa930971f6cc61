import { and, eq, lte, type SQL } from 'drizzle-orm'
import type { bookLesson } from '#contract/lessons'
import { batchThenRead, type RowsOf, type Statement } from '#db/batch'
import type { Db } from '#db/client'
import { busyQuarters, lessonMembers, lessons, upcomingLessons } from '#db/schema/lessons'
import { minuteEntries } from '#db/schema/minutes'
import { users } from '#db/schema/users'
import { type Instant, minutes, quartersOf, type TimeRange } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { assertBookable } from '#domain/lessons/booking'
import { type LessonDuration, rangeOf } from '#domain/lessons/durations'
import { type HeldTime, heldByOthers } from '#domain/lessons/holds'
import { lessonPrice } from '#domain/lessons/price'
import { isAdmin, isStudent, type Role } from '#domain/roles'
import { sessionIdOf } from '#domain/sessions/session-id'
import { payingWeek } from '#domain/subscriptions/minutes'
import { pairStatement, roomStatements } from '../chat/store.ts'
import { type ActContext, type ReadRequest, type Recall, reading } from '../http/bind.ts'
import { completionStatements } from '../http/completion.ts'
import { decideAndWriteFrom } from '../http/constraints.ts'
import { assertReason } from '../http/reason.ts'
import { notifyLessonChange } from '../live/lessons.ts'
import type { Recipient } from '../messages/outbox.ts'
import { scheduleNoticeStatements } from '../messages/schedule-notices.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { reservationStatements } from '../standing/store.ts'
import {
  type BookableWeek,
  balanceOf,
  balanceStatements,
  grantStatements,
  type MinutesBalance,
} from '../subscriptions/store.ts'
import { touchTutors, tutorNowStatements } from '../tutors/store.ts'
import { endHoldsStatements } from './hold-store.ts'
import { type BookingTutor, lessonIdOf, requestedTimeOf, requestedTimeStatements } from './load-booking.ts'
import { findLesson, withStatus } from './store.ts'

export type Booking = {
  studentId: number
  /** Who gets a message about it: the tutor, and the student for whom an admin books. */
  told: (Recipient & { id: number })[]
  tutor: BookingTutor
  balance: MinutesBalance
  /** The minutes week that pays, which may be of the subscription that begins later. */
  week: BookableWeek
  slotId: number
  start: Instant
  duration: LessonDuration
  /** Lessons that are over may still be stored as upcoming ones of the student. */
  isAfterAnother: boolean
  /** The holds of the tutor. */
  holds: readonly HeldTime[]
  /** What is reserved for the student every week with the tutor. */
  reservations: readonly TimeRange[]
  /** The two already have a chat room; rooms are never deleted. */
  hasRoom: boolean
}

/**
 * For whom a lesson is booked: students book for themselves, admins for the student that they name.
 * @throws DomainError `forbidden` for a student who names another, `bad-request` for an admin who names nobody.
 */
function studentIdOf(caller: { id: number; role: Role }, { studentId }: { studentId?: number | undefined }): number {
  if (!isAdmin(caller.role)) {
    if (studentId !== undefined && studentId !== caller.id) throw new DomainError('forbidden')
    return caller.id
  }
  if (studentId === undefined) throw new DomainError('bad-request', 'studentId: for whom it is booked')
  return studentId
}

export const studentStatement = (db: Db, id: number) =>
  db
    .select({
      id: users.id,
      role: users.role,
      verifiedEmail: users.verifiedEmail,
      birthYear: users.birthYear,
      hasGuardian: users.hasGuardian,
      phone: users.phone,
      notificationMethod: users.notificationMethod,
    })
    .from(users)
    .where(eq(users.id, id))

/** Reads what a booking is decided on; the student's account only where it is not that of the caller, which is read anyway. */
function decisionStatements({ caller, body, now, db }: ReadRequest<typeof bookLesson>) {
  const studentId = studentIdOf(caller, body)
  return [
    ...balanceStatements(db, studentId, now),
    pairStatement(db, studentId, body.tutorId),
    ...requestedTimeStatements(db, { ...body, studentId, now }),
    ...(studentId === caller.id ? [] : [studentStatement(db, studentId)]),
  ] as const
}

type Read = RowsOf<ReturnType<typeof decisionStatements>>

/** @throws DomainError any code of `whyNotBookable`, `student-not-found` for an admin who names no student. */
function decide(
  { actor, body, now }: ActContext<typeof bookLesson>,
  [subscriptions, sums, rooms, tutors, slots, busy, upcoming, held, students]: Read,
): Booking {
  const { slotId, start, duration } = body
  const named = students?.find(({ role }) => isStudent(role))
  if (isAdmin(actor.role) && !named) throw new DomainError('student-not-found')
  const student = named ?? actor
  const balance = balanceOf([subscriptions, sums], now)
  const time = requestedTimeOf([tutors, slots, busy, upcoming, held], student.id)
  assertBookable({
    ...time,
    student,
    subscription: balance?.subscription ?? null,
    waiting: balance?.waiting ?? null,
    weeks: balance?.weeks ?? [],
    heldByOthers: heldByOthers(time.holds, actor, now),
    start,
    duration,
    now,
  })
  const week = payingWeek(balance?.weeks ?? [], start + minutes(duration))
  if (!balance || !week || !time.tutor) throw new DomainError('unexpected')
  const { tutor, upcomingLessons, holds, reservations } = time
  const isAfterAnother = upcomingLessons.length > 0
  const hasRoom = rooms.length > 0
  const told = named ? [tutor, named] : [tutor]
  return {
    studentId: student.id,
    told,
    tutor,
    balance,
    week,
    slotId,
    start,
    duration,
    isAfterAnother,
    holds,
    reservations,
    hasRoom,
  }
}

/** Who books: nobody where the job makes the lesson of a standing time. */
type BookedBy = { id: number | null; isStaff: boolean }

/**
 * Everything that a booking writes, for one batch, and what `of` adds for the lesson: a constraint or trigger that refuses one
 * statement refuses all. The first statement returns the lesson.
 */
export function bookingStatements(
  db: Db,
  { studentId, told, tutor, balance, week, slotId, start, duration, ...found }: Booking,
  by: BookedBy,
  now: Instant,
  of: (lessonId: SQL<number>) => readonly Statement[] = () => [],
) {
  const { isAfterAnother, holds, reservations, hasRoom } = found
  const sessionId = sessionIdOf('lesson', crypto.randomUUID())
  const lessonId = lessonIdOf(sessionId)
  const memberIds = [studentId, tutor.id]
  const quarters = quartersOf(start, duration)
  const isOver = and(eq(upcomingLessons.studentId, studentId), lte(upcomingLessons.endsAt, now))
  return [
    db
      .insert(lessons)
      .values({
        start,
        duration,
        slotId,
        sessionId,
        price: lessonPrice(duration, tutor.role),
        createdAt: now,
        updatedAt: now,
      })
      .returning(),
    ...(isAfterAnother ? [db.delete(upcomingLessons).where(isOver)] : []),
    ...grantStatements(db, balance, now),
    ...endHoldsStatements(db, holds, {
      tutorId: tutor.id,
      range: rangeOf({ start, duration }),
      studentId,
      isByStaff: by.isStaff,
    }),
    db.insert(upcomingLessons).values({
      studentId,
      lessonId,
      subscriptionId: balance.subscription.id,
      endsAt: start + minutes(duration),
    }),
    db.insert(lessonMembers).values(memberIds.map((userId) => ({ lessonId, userId }))),
    ...reservationStatements(db, reservations, {
      studentId,
      tutorId: tutor.id,
      range: rangeOf({ start, duration }),
      lessonId,
    }),
    db
      .insert(busyQuarters)
      .values(memberIds.flatMap((userId) => quarters.map((quarter) => ({ userId, quarter, sessionId })))),
    db.insert(minuteEntries).values({
      subscriptionId: week.owner.id,
      week: week.start,
      kind: 'booking',
      minutes: -duration,
      lessonId,
      revision: 0,
      createdAt: now,
    }),
    ...of(lessonId),
    ...(hasRoom ? [] : roomStatements(db, studentId, tutor.id, now)),
    ...touchTutors(db, [tutor.id]),
    ...told.flatMap((recipient) =>
      scheduleNoticeStatements(
        db,
        {
          sessionId,
          recipient,
          otherId: by.id ?? (recipient.id === tutor.id ? studentId : tutor.id),
          known: null,
          start,
        },
        now,
      ),
    ),
  ] as const
}

/** As `bookingStatements`, by the caller. */
function statements(ctx: ActContext<typeof bookLesson>, booking: Booking) {
  const { actor, db, now } = ctx
  const { studentId, tutor, start, duration } = booking
  return bookingStatements(db, booking, { id: actor.id, isStaff: isAdmin(actor.role) }, now, (lessonId) => [
    ...completionStatements(ctx, lessonId),
    ...auditStatements(ctx, {
      act: 'lesson.book',
      kind: 'lesson',
      id: lessonId,
      after: { studentId, tutorId: tutor.id, start, duration },
    }),
  ])
}

/**
 * Books a lesson with minutes of the week in which it lies (docs/rules/lessons.md 2.1), for the student who asks or, with a
 * reason, for the one whom an admin names (11.1).
 * @throws DomainError any code of `whyNotBookable`, those of `studentIdOf`, `student-not-found`, `bad-request` for an admin
 * without a reason.
 */
export const book = reading(decisionStatements, async (ctx: ActContext<typeof bookLesson>, rows, readAgain) => {
  const { actor, db, env, now, after } = ctx
  const isByStaff = isAdmin(actor.role)
  if (isByStaff) assertReason(ctx.reason)
  const {
    decision: booking,
    written: {
      written: [[lesson]],
      read: tutorRows,
    },
  } = await decideAndWriteFrom(
    { first: rows, readAgain },
    (read) => decide(ctx, read),
    (decided) => batchThenRead(db, statements(ctx, decided), tutorNowStatements(db, decided.tutor.id, now)),
    'busy-tutor',
  )
  if (!lesson) throw new DomainError('unexpected')
  after(
    notifyLessonChange(
      env,
      db,
      'LessonBooked',
      {
        lessonId: lesson.id,
        sessionId: lesson.sessionId,
        tutorId: booking.tutor.id,
        studentId: booking.studentId,
        start: lesson.start,
        tutorRows,
        isByStaff,
      },
      now,
    ),
  )
  return withStatus(lesson, now)
})

/** @throws DomainError `lesson-not-found`. */
export const recallBooked: Recall<typeof bookLesson> = async ({ db, now }, made) => {
  const found = await findLesson(db, Number(made))
  if (!found) throw new DomainError('lesson-not-found')
  return withStatus(found.lesson, now)
}
