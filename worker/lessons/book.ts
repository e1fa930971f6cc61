import { and, eq, lte } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { bookLesson } from '#contract/lessons'
import type { Db } from '#db/client'
import { busyQuarters, lessonMembers, lessons, upcomingLessons } from '#db/schema/lessons'
import { minuteEntries } from '#db/schema/minutes'
import { type Instant, minutes, quartersOf } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { assertBookable } from '#domain/lessons/booking'
import { lessonPrice } from '#domain/lessons/price'
import { sessionIdOf } from '#domain/sessions/session-id'
import { roomStatements } from '../chat/store.ts'
import type { Act, At } from '../http/bind.ts'
import { decideAndWrite } from '../http/constraints.ts'
import { notifyLessonChange } from '../live/lessons.ts'
import { messageStatements } from '../messages/outbox.ts'
import { formatMessageTime } from '../messages/times.ts'
import { grantStatement, loadMinutesBalance, type MinutesBalance } from '../subscriptions/store.ts'
import { touchTutors } from '../tutors/store.ts'
import { type BookingTutor, lessonIdOf, loadRequestedTime } from './load-booking.ts'
import type { LessonRow } from './store.ts'

type Booking = {
  studentId: number
  tutor: BookingTutor
  balance: MinutesBalance
  slotId: number
  start: Instant
  duration: 15 | 30
}

/** Reads what the rule asks, and refuses as it says. */
async function decide({ actor, body, db, now }: At<typeof bookLesson>): Promise<Booking> {
  const wanted = body
  const [standing, time] = await Promise.all([
    loadMinutesBalance(db, actor.id, now),
    loadRequestedTime(db, { ...wanted, studentId: actor.id }),
  ])
  assertBookable({
    ...time,
    student: actor,
    subscription: standing?.subscription ?? null,
    remainingMinutes: standing?.remainingMinutes ?? 0,
    start: wanted.start,
    duration: wanted.duration,
    now,
  })
  if (!standing || !time.tutor) throw new DomainError('unexpected')
  return {
    studentId: actor.id,
    tutor: time.tutor,
    balance: standing,
    slotId: wanted.slotId,
    start: wanted.start,
    duration: wanted.duration,
  }
}

/** Everything that a booking writes, for one batch; each guard of the database refuses the whole. */
function statements(
  db: Db,
  { studentId, tutor, balance: standing, slotId, start, duration }: Booking,
  now: Instant,
): [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]] {
  const sessionId = sessionIdOf('lesson', crypto.randomUUID())
  const lessonId = lessonIdOf(sessionId)
  const people = [studentId, tutor.id]
  const quarters = quartersOf(start, duration)
  return [
    db.delete(upcomingLessons).where(and(eq(upcomingLessons.studentId, studentId), lte(upcomingLessons.endsAt, now))),
    grantStatement(db, standing.subscription, now),
    db.insert(lessons).values({
      start,
      duration,
      slotId,
      sessionId,
      price: lessonPrice(duration, tutor.role),
      createdAt: now,
      updatedAt: now,
    }),
    db.insert(upcomingLessons).values({ studentId, lessonId, endsAt: start + minutes(duration) }),
    db.insert(lessonMembers).values(people.map((userId) => ({ lessonId, userId }))),
    db
      .insert(busyQuarters)
      .values(people.flatMap((userId) => quarters.map((quarter) => ({ userId, quarter, sessionId })))),
    db.insert(minuteEntries).values({
      subscriptionId: standing.subscription.id,
      week: standing.week.start,
      kind: 'booking',
      minutes: -duration,
      lessonId,
      revision: 0,
      createdAt: now,
    }),
    ...roomStatements(db, studentId, tutor.id, now),
    ...touchTutors(db, [tutor.id]),
    ...messageStatements(
      db,
      tutor,
      { template: 'new_lesson_booked', params: { duration: String(duration), date: formatMessageTime(start) } },
      now,
    ),
    db.select().from(lessons).where(eq(lessons.sessionId, sessionId)),
  ]
}

/**
 * POST /lesson/: books a lesson out of the student's minutes (docs/rules/lessons.md 2.1).
 * @throws DomainError any code of `whyNotBookable`.
 */
export const book: Act<typeof bookLesson> = async (at) => {
  const { db, env, now, after } = at
  const { decision: booking, written } = await decideAndWrite(
    () => decide(at),
    (decided) => db.batch(statements(db, decided, now)),
    'busy-tutor',
  )
  const [lesson] = written.at(-1) as unknown as [LessonRow]
  after(
    notifyLessonChange(
      env,
      db,
      'LessonBooked',
      { lessonId: lesson.id, sessionId: lesson.sessionId, tutorId: booking.tutor.id, studentId: booking.studentId },
      now,
    ),
  )
  return lesson
}
