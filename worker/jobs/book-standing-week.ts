import { and, asc, eq, gt, gte, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { batchThenRead, type RowsOf } from '#db/batch'
import type { Db } from '#db/client'
import { literals } from '#db/schema/columns'
import { standingWeeks } from '#db/schema/standing-times'
import { subscriptions } from '#db/schema/subscriptions'
import { days, hours, type Instant, minutes } from '#domain/cairo'
import { DomainError, type ErrorCode, refuse } from '#domain/errors'
import { whyNotBookable } from '#domain/lessons/booking'
import type { LessonDuration } from '#domain/lessons/durations'
import { heldByOthers } from '#domain/lessons/holds'
import { hasBegun, LAST_CALL, standingOf, type WhyOff, whyOfRefusal } from '#domain/lessons/standing-times'
import { type MinutesOwner, payingWeek } from '#domain/subscriptions/minutes'
import { pairStatement } from '../chat/store.ts'
import type { Env } from '../env.ts'
import { decideAndWrite } from '../http/constraints.ts'
import { type Booking, bookingStatements, studentStatement } from '../lessons/book.ts'
import { requestedTimeOf, requestedTimeStatements } from '../lessons/load-booking.ts'
import { notifyLessonChange } from '../live/lessons.ts'
import { balanceOf, balanceStatements } from '../subscriptions/store.ts'
import { tutorNowStatements } from '../tutors/store.ts'

/** The last minutes week of a period also has the hours up to its end. */
const LONGEST_WEEK = days(8) + hours(1)

/** Reserved weeks that are looked at in one run. */
const MOST_READ = 500

const isCovering = and(
  eq(subscriptions.userId, standingWeeks.studentId),
  eq(subscriptions.standingTimes, true),
  isNull(subscriptions.terminatedAt),
  lt(subscriptions.start, standingWeeks.end),
  gte(subscriptions.end, standingWeeks.end),
)

/** Whether a granted week of the plan that may be the lesson's has enough minutes, and the student may have one more upcoming lesson. */
const isAffordable = (now: Instant) =>
  sql`EXISTS (SELECT 1 FROM minute_entries g WHERE g.subscription_id = ${subscriptions.id} AND g.kind = 'grant'
      AND g.week < ${standingWeeks.end} AND g.week >= ${standingWeeks.end} - ${literals(LONGEST_WEEK)}
      AND (SELECT SUM(e.minutes) FROM minute_entries e WHERE e.subscription_id = g.subscription_id AND e.week = g.week) >= (${standingWeeks.end} - ${standingWeeks.start}) / 60000)
    AND (SELECT COUNT(*) FROM upcoming_lessons u WHERE u.student_id = ${standingWeeks.studentId} AND u.ends_at > ${now}) < ${subscriptions.maxUpcomingLessons}`

/**
 * The reserved weeks of which lessons can be made now, the soonest first, and those that begin within a day and cannot wait for
 * their minutes (docs/rules/lessons.md 15.6, 15.7).
 */
export async function dueWeeks(db: Db, now: Instant, limit: number) {
  const found = await db
    .select({
      standingTimeId: standingWeeks.standingTimeId,
      day: standingWeeks.day,
      studentId: standingWeeks.studentId,
      tutorId: standingWeeks.tutorId,
      start: standingWeeks.start,
      end: standingWeeks.end,
      slotId: sql<
        number | null
      >`(SELECT s.id FROM availability_slots s WHERE s.user_id = ${standingWeeks.tutorId} AND s."end" >= ${standingWeeks.end}
        AND s.start <= ${standingWeeks.start} AND s.deleted = 0 AND s.purpose IN (1, 2) ORDER BY s."end" LIMIT 1)`.as(
        'slot_id',
      ),
      plan: sql<
        string | null
      >`(SELECT json_object('period', s.period, 'start', s.start, 'end', s."end") FROM subscriptions s WHERE s.id = ${subscriptions.id})`.as(
        'plan',
      ),
    })
    .from(standingWeeks)
    .leftJoin(subscriptions, isCovering)
    .where(
      and(
        eq(standingWeeks.state, 'reserved'),
        gt(standingWeeks.start, now - LONGEST_WEEK),
        or(
          lte(standingWeeks.start, now + LAST_CALL),
          and(lte(standingWeeks.start, now + LONGEST_WEEK), isAffordable(now)),
        ),
      ),
    )
    .orderBy(asc(standingWeeks.start))
    .limit(MOST_READ)
  const waits = ({ plan, ...week }: (typeof found)[number]) =>
    plan !== null && !hasBegun(JSON.parse(plan) as MinutesOwner, week, now)
  return found.filter((one) => one.start <= now || !waits(one)).slice(0, limit)
}

export type ReservedWeek = Awaited<ReturnType<typeof dueWeeks>>[number]

/** No slot has this id. */
const NO_SLOT = 0

const decisionStatements = (db: Db, { studentId, tutorId, start, slotId }: ReservedWeek, now: Instant) =>
  [
    ...balanceStatements(db, studentId, now),
    pairStatement(db, studentId, tutorId),
    ...requestedTimeStatements(db, { tutorId, studentId, slotId: slotId ?? NO_SLOT, start, now }),
    studentStatement(db, studentId),
  ] as const

type Read = RowsOf<ReturnType<typeof decisionStatements>>

/** What becomes of a reserved week: a lesson, nothing yet, or why it cannot be one now. */
type Outcome = { booking: Booking } | { waits: true } | { refusal: ErrorCode }

/**
 * By the rules of every booking but the tutor's notice, since the tutor has accepted the time (docs/rules/lessons.md 15.6). A week
 * whose minutes come later waits for them.
 */
function decide(reserved: ReservedWeek, read: Read, now: Instant): Outcome {
  const [subscriptions, sums, rooms, tutors, slots, busy, upcoming, held, [student]] = read
  const { studentId, start, end } = reserved
  const duration = ((end - start) / minutes(1)) as LessonDuration
  const balance = balanceOf([subscriptions, sums], now)
  const time = requestedTimeOf([tutors, slots, busy, upcoming, held], studentId)
  if (start <= now) return { refusal: 'bad-request' }
  const standing = standingOf(subscriptions, reserved, now)
  if (standing === 'later') return { waits: true }
  if (standing === 'no-plan' || !student) return { refusal: 'subscription-required' }
  const refusal = whyNotBookable({
    ...time,
    tutor: time.tutor && { ...time.tutor, notice: 0 },
    student,
    subscription: balance?.subscription ?? null,
    waiting: balance?.waiting ?? null,
    weeks: balance?.weeks ?? [],
    heldByOthers: heldByOthers(time.holds, student, now),
    start,
    duration,
    now,
  })
  if (refusal) return { refusal }
  const week = payingWeek(balance?.weeks ?? [], end)
  if (!balance || !week || !time.tutor) return { refusal: 'unexpected' }
  const { tutor, upcomingLessons, holds, reservations } = time
  const booking = {
    studentId,
    told: [tutor, student],
    tutor,
    balance,
    week,
    slotId: reserved.slotId ?? NO_SLOT,
    start,
    duration,
    isAfterAnother: upcomingLessons.length > 0,
    holds,
    reservations,
    hasRoom: rooms.length > 0,
  }
  return { booking }
}

/**
 * Makes the lesson of a reserved week and tells both, as any booking does. Otherwise why the week is to be given up, if its lesson
 * begins within a day, or null (docs/rules/lessons.md 15.6, 15.7).
 */
export async function bookWeek(
  env: Env,
  db: Db,
  reserved: ReservedWeek,
  now: Instant,
): Promise<'booked' | WhyOff | null> {
  try {
    const { decision: booking, written } = await decideAndWrite(
      async () => {
        const outcome = decide(reserved, await db.batch(decisionStatements(db, reserved, now)), now)
        if ('refusal' in outcome) refuse(outcome.refusal)
        return 'booking' in outcome ? outcome.booking : null
      },
      async (decided) =>
        decided &&
        batchThenRead(
          db,
          bookingStatements(db, decided, { id: null, isStaff: false }, now),
          tutorNowStatements(db, decided.tutor.id, now),
        ),
      'busy-tutor',
    )
    const lesson = written?.written[0][0]
    if (!booking || !lesson) return null
    await notifyLessonChange(
      env,
      db,
      'LessonBooked',
      {
        lessonId: lesson.id,
        sessionId: lesson.sessionId,
        tutorId: booking.tutor.id,
        studentId: booking.studentId,
        start: lesson.start,
        tutorRows: written.read,
      },
      now,
    )
    return 'booked'
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return reserved.start <= now + LAST_CALL ? whyOfRefusal(error.code) : null
  }
}
