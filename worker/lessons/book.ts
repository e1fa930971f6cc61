import { and, eq, lte } from 'drizzle-orm'
import type { bookLesson } from '#contract/lessons'
import { batchThenRead, type RowsOf } from '#db/batch'
import { busyQuarters, lessonMembers, lessons, upcomingLessons } from '#db/schema/lessons'
import { minuteEntries } from '#db/schema/minutes'
import { type Instant, minutes, quartersOf } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { assertBookable } from '#domain/lessons/booking'
import type { LessonDuration } from '#domain/lessons/durations'
import { lessonPrice } from '#domain/lessons/price'
import { sessionIdOf } from '#domain/sessions/session-id'
import { payingWeek } from '#domain/subscriptions/minutes'
import { pairStatement, roomStatements } from '../chat/store.ts'
import { type ActContext, type ReadRequest, type Recall, reading } from '../http/bind.ts'
import { completionStatements } from '../http/completion.ts'
import { decideAndWriteFrom } from '../http/constraints.ts'
import { notifyLessonChange } from '../live/lessons.ts'
import { scheduleNoticeStatements } from '../messages/schedule-notices.ts'
import { balanceOf, balanceStatements, grantStatements, type MinutesBalance } from '../subscriptions/store.ts'
import { touchTutors, tutorNowStatements } from '../tutors/store.ts'
import { type BookingTutor, lessonIdOf, requestedTimeOf, requestedTimeStatements } from './load-booking.ts'
import { findLesson, withStatus } from './store.ts'

type Booking = {
  studentId: number
  tutor: BookingTutor
  balance: MinutesBalance
  /** The start of the minutes week that pays. */
  week: Instant
  slotId: number
  start: Instant
  duration: LessonDuration
  /** Lessons that are over may still be stored as upcoming ones of the student. */
  isAfterAnother: boolean
  /** The two already have a chat room; rooms are never deleted. */
  hasRoom: boolean
}

/** Reads what a booking is decided on. */
const decisionStatements = ({ caller, body, now, db }: ReadRequest<typeof bookLesson>) =>
  [
    ...balanceStatements(db, caller.id, now),
    pairStatement(db, caller.id, body.tutorId),
    ...requestedTimeStatements(db, { ...body, studentId: caller.id }),
  ] as const

type Read = RowsOf<ReturnType<typeof decisionStatements>>

/** @throws DomainError any code of `whyNotBookable`. */
function decide(
  { actor, body, now }: ActContext<typeof bookLesson>,
  [subscriptions, sums, rooms, ...ofTime]: Read,
): Booking {
  const { slotId, start, duration } = body
  const balance = balanceOf([subscriptions, sums], now)
  const time = requestedTimeOf(ofTime, actor.id)
  assertBookable({
    ...time,
    student: actor,
    subscription: balance?.subscription ?? null,
    weeks: balance?.weeks ?? [],
    start,
    duration,
    now,
  })
  const week = payingWeek(balance?.weeks ?? [], start + minutes(duration))
  if (!balance || !week || !time.tutor) throw new DomainError('unexpected')
  const { tutor, upcomingLessons } = time
  const isAfterAnother = upcomingLessons.length > 0
  const hasRoom = rooms.length > 0
  return { studentId: actor.id, tutor, balance, week: week.start, slotId, start, duration, isAfterAnother, hasRoom }
}

/**
 * Everything that a booking writes, for one batch: a constraint or trigger that refuses one statement refuses all. The
 * first statement returns the lesson.
 */
function statements(
  ctx: ActContext<typeof bookLesson>,
  { studentId, tutor, balance, week, slotId, start, duration, isAfterAnother, hasRoom }: Booking,
) {
  const { db, now } = ctx
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
    db.insert(upcomingLessons).values({
      studentId,
      lessonId,
      subscriptionId: balance.subscription.id,
      endsAt: start + minutes(duration),
    }),
    db.insert(lessonMembers).values(memberIds.map((userId) => ({ lessonId, userId }))),
    db
      .insert(busyQuarters)
      .values(memberIds.flatMap((userId) => quarters.map((quarter) => ({ userId, quarter, sessionId })))),
    db.insert(minuteEntries).values({
      subscriptionId: balance.subscription.id,
      week,
      kind: 'booking',
      minutes: -duration,
      lessonId,
      revision: 0,
      createdAt: now,
    }),
    ...completionStatements(ctx, lessonId),
    ...(hasRoom ? [] : roomStatements(db, studentId, tutor.id, now)),
    ...touchTutors(db, [tutor.id]),
    ...scheduleNoticeStatements(db, { sessionId, recipient: tutor, otherId: studentId, known: null, start }, now),
  ] as const
}

/**
 * Books a lesson with minutes of the week in which it lies (docs/rules/lessons.md 2.1).
 * @throws DomainError any code of `whyNotBookable`.
 */
export const book = reading(decisionStatements, async (ctx: ActContext<typeof bookLesson>, rows, readAgain) => {
  const { db, env, now, after } = ctx
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
