import { eq, type SQL, sql } from 'drizzle-orm'
import type { rebookLesson } from '#contract/lessons'
import { batchThenRead, type RowsOf, type Statement } from '#db/batch'
import { busyQuarters, lessonMembers, lessons, upcomingLessons } from '#db/schema/lessons'
import { minuteEntries } from '#db/schema/minutes'
import { users } from '#db/schema/users'
import { type Instant, minutes, quartersOf, type TimeRange } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { type LessonDuration, rangeOf } from '#domain/lessons/durations'
import { type HeldTime, heldByOthers } from '#domain/lessons/holds'
import { lessonPrice } from '#domain/lessons/price'
import { assertRebookable, withReturned } from '#domain/lessons/rebooking'
import { isAdmin, Role } from '#domain/roles'
import { payingWeek } from '#domain/subscriptions/minutes'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { abortIf, decideAndWriteFrom } from '../http/constraints.ts'
import { assertReason } from '../http/reason.ts'
import { assertVersion, nextInCalendar } from '../http/versions.ts'
import { notifyLessonChange } from '../live/lessons.ts'
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
import { requestedTimeOf, requestedTimeStatements } from './load-booking.ts'
import { changeStatements, type FoundLesson, foundForChange, lessonOf } from './store.ts'

type Rebooking = {
  found: FoundLesson
  balance: MinutesBalance
  /** The minutes week that pays for the new time. */
  week: BookableWeek
  slotId: number
  start: Instant
  duration: LessonDuration
  /** The holds of the tutor. */
  holds: readonly HeldTime[]
  /** What is reserved for the student every week with the tutor. */
  reservations: readonly TimeRange[]
}

/** The bookable weeks with the lesson's minutes back, unless none of them paid for it. */
export function weeksWithReturned({ bookingEntry }: FoundLesson, { weeks }: MinutesBalance) {
  if (!bookingEntry) return weeks
  const { subscriptionId, week, minutes: paid } = bookingEntry
  const paying = weeks.find(({ owner, start }) => owner.id === subscriptionId && start === week)
  return withReturned(weeks, paying, paid)
}

/** The member of a lesson who is its student, or who is not, as a subquery. */
const memberOf = (lessonId: number, comparison: SQL) =>
  sql`(SELECT ${lessonMembers.userId} FROM ${lessonMembers} JOIN ${users} ON ${users.id} = ${lessonMembers.userId} WHERE ${lessonMembers.lessonId} = ${lessonId} AND ${users.role} ${comparison} ${Role.Student})`

/** Reads what a rebooking is decided on; the lesson keeps its tutor, and its student pays whoever moves it. */
function decisionStatements({ caller, body, now, db }: ReadRequest<typeof rebookLesson>) {
  const { lessonId, slotId, start } = body
  const tutorId = memberOf(lessonId, sql`<>`)
  const studentId = isAdmin(caller.role) ? memberOf(lessonId, sql`=`) : caller.id
  return [
    ...changeStatements(db, lessonId),
    ...balanceStatements(db, studentId, now),
    ...requestedTimeStatements(db, { tutorId, studentId, slotId, start, now }),
  ] as const
}

type Read = RowsOf<ReturnType<typeof decisionStatements>>

/** @throws DomainError any code of `whyNotRebookable`, `version-conflict`. */
function decide(
  { actor, body, now, version }: ActContext<typeof rebookLesson>,
  [lesson, members, entries, subscriptions, sums, ...ofTime]: Read,
): Rebooking {
  const { start } = body
  const found = foundForChange([lesson, members, entries])
  if (found) assertVersion({ version }, found.row)
  const balance = balanceOf([subscriptions, sums], now)
  const time = requestedTimeOf(ofTime, found?.student.id ?? actor.id)
  assertRebookable({
    actor,
    lesson: found && lessonOf(found),
    notice: found?.tutor.notice ?? 0,
    slot: time.slot,
    tutorBusy: time.tutorBusy,
    studentBusy: time.studentBusy,
    heldByOthers: heldByOthers(time.holds, actor, now),
    subscription: balance?.subscription ?? null,
    waiting: balance?.waiting ?? null,
    weeks: found && balance ? weeksWithReturned(found, balance) : [],
    start,
    duration: body.duration,
    now,
  })
  const week = payingWeek(balance?.weeks ?? [], start + minutes(body.duration))
  if (!found || !balance || !week) throw new DomainError('unexpected')
  const { holds, reservations } = time
  return { found, balance, week, slotId: body.slotId, start, duration: body.duration, holds, reservations }
}

/** Frees the old time, returns its minutes, and reserves the new time, in one batch. */
function statements(
  ctx: ActContext<typeof rebookLesson>,
  { found, balance, week, slotId, start, duration, holds, reservations }: Rebooking,
): [Statement, ...Statement[]] {
  const { actor, db, now } = ctx
  const { row, student, tutor, bookingEntry } = found
  const told = [tutor, student].filter(({ id }) => id !== actor.id)
  const memberIds = [student.id, tutor.id]
  return [
    abortIf(
      db,
      'lesson-moved',
      sql`(SELECT ${lessons.updatedAt} <> ${row.updatedAt} OR ${lessons.canceledAt} IS NOT NULL FROM ${lessons} WHERE ${lessons.id} = ${row.id})`,
    ),
    ...grantStatements(db, balance, now),
    ...endHoldsStatements(db, holds, {
      tutorId: tutor.id,
      range: rangeOf({ start, duration }),
      studentId: student.id,
      isByStaff: isAdmin(actor.role),
    }),
    db.delete(busyQuarters).where(eq(busyQuarters.sessionId, row.sessionId)),
    db
      .update(lessons)
      .set({
        start,
        duration,
        slotId,
        price: lessonPrice(duration, tutor.role),
        ...nextInCalendar(lessons, now),
      })
      .where(eq(lessons.id, row.id)),
    ...reservationStatements(db, reservations, {
      studentId: student.id,
      tutorId: tutor.id,
      range: rangeOf({ start, duration }),
      lessonId: sql`${row.id}`,
    }),
    db.insert(busyQuarters).values(
      memberIds.flatMap((userId) =>
        quartersOf(start, duration).map((quarter) => ({
          userId,
          quarter,
          sessionId: row.sessionId,
        })),
      ),
    ),
    db
      .update(upcomingLessons)
      .set({ endsAt: start + minutes(duration), subscriptionId: balance.subscription.id })
      .where(eq(upcomingLessons.lessonId, row.id)),
    ...(bookingEntry
      ? [
          db
            .insert(minuteEntries)
            .values({ ...bookingEntry, id: undefined, kind: 'return' as const, lessonId: row.id, createdAt: now }),
        ]
      : []),
    db.insert(minuteEntries).values({
      subscriptionId: week.owner.id,
      week: week.start,
      kind: 'booking',
      minutes: -duration,
      lessonId: row.id,
      revision: (bookingEntry?.revision ?? -1) + 1,
      createdAt: now,
    }),
    ...touchTutors(db, [tutor.id]),
    ...told.flatMap((recipient) =>
      scheduleNoticeStatements(
        db,
        { sessionId: row.sessionId, recipient, otherId: actor.id, known: row, start: Math.min(row.start, start) },
        now,
      ),
    ),
    ...auditStatements(ctx, {
      act: 'lesson.rebook',
      kind: 'lesson',
      id: row.id,
      before: { start: row.start, duration: row.duration },
      after: { start, duration },
    }),
  ]
}

/**
 * Moves a lesson that has not started to another time of its tutor, for its student or for an admin with a reason
 * (docs/rules/lessons.md 3.1, 11.1). If a concurrent request takes the new time, the lesson keeps the old one.
 * @throws DomainError any code of `whyNotRebookable`, `bad-request` for an admin without a reason.
 */
export const rebook = reading(decisionStatements, async (ctx: ActContext<typeof rebookLesson>, rows, readAgain) => {
  const { actor, db, env, now, after } = ctx
  const isByStaff = isAdmin(actor.role)
  if (isByStaff) assertReason(ctx.reason)
  const { decision: rebooking, written } = await decideAndWriteFrom(
    { first: rows, readAgain },
    (read) => decide(ctx, read),
    (decided) => batchThenRead(db, statements(ctx, decided), tutorNowStatements(db, decided.found.tutor.id, now)),
    'busy-tutor',
  )
  const { row, tutor, student } = rebooking.found
  after(
    notifyLessonChange(
      env,
      db,
      'LessonRebooked',
      {
        lessonId: row.id,
        sessionId: row.sessionId,
        tutorId: tutor.id,
        studentId: student.id,
        start: Math.min(row.start, rebooking.start),
        tutorRows: written.read,
        isByStaff,
      },
      now,
    ),
  )
  return undefined
})
