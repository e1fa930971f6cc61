import { eq, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { rebookLesson } from '#contract/lessons'
import type { Db } from '#db/client'
import { busyQuarters, lessons, upcomingLessons } from '#db/schema/lessons'
import { minuteEntries } from '#db/schema/minutes'
import { type Instant, minutes, quartersOf } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { lessonPrice } from '#domain/lessons/price'
import { assertRebookable } from '#domain/lessons/rebooking'
import type { Act, At } from '../http/bind.ts'
import { abortIf, decideAndWrite } from '../http/constraints.ts'
import { notifyLessonChange } from '../live/lessons.ts'
import { messageStatements } from '../messages/outbox.ts'
import { formatMessageTime } from '../messages/times.ts'
import { grantStatement, loadMinutesBalance, type MinutesBalance } from '../subscriptions/store.ts'
import { touchTutors } from '../tutors/store.ts'
import { loadRequestedTime } from './load-booking.ts'
import { type FoundLesson, findForChange, lessonOf } from './store.ts'

type Rebooking = { found: FoundLesson; balance: MinutesBalance; slotId: number; start: Instant; duration: 15 | 30 }

/**
 * What the student may spend on the move. The rule asks for the difference only; a lesson that another week or
 * subscription paid gives nothing back to this one, so its minutes are taken off beforehand.
 */
function availableMinutes({ bookingEntry: paid, row }: FoundLesson, standing: MinutesBalance): number {
  const isSamePurse = paid?.subscriptionId === standing.subscription.id && paid.week === standing.week.start
  return isSamePurse ? standing.remainingMinutes : standing.remainingMinutes - row.duration
}

async function decide({ actor, body, db, now }: At<typeof rebookLesson>): Promise<Rebooking> {
  const { start } = body
  const [found, standing] = await Promise.all([findForChange(db, body.lessonId), loadMinutesBalance(db, actor.id, now)])
  const tutorId = found?.tutor.id ?? 0
  const time = await loadRequestedTime(db, { tutorId, studentId: actor.id, slotId: body.slotId, start })
  assertRebookable({
    actor,
    lesson: found && lessonOf(found),
    notice: found?.tutor.notice ?? 0,
    slot: time.slot,
    tutorBusy: time.tutorBusy,
    studentBusy: time.studentBusy,
    subscription: standing?.subscription ?? null,
    remainingMinutes: found && standing ? availableMinutes(found, standing) : 0,
    start,
    duration: body.duration,
    now,
  })
  if (!found || !standing) throw new DomainError('unexpected')
  return { found, balance: standing, slotId: body.slotId, start, duration: body.duration }
}

/** Gives the old time and minutes back and takes the new ones, all or nothing. */
function statements(
  db: Db,
  { found, balance: standing, slotId, start, duration }: Rebooking,
  now: Instant,
): [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]] {
  const { row, student, tutor, bookingEntry: paid } = found
  const people = [student.id, tutor.id]
  return [
    abortIf(
      db,
      sql`(SELECT ${lessons.updatedAt} <> ${row.updatedAt} OR ${lessons.canceledAt} IS NOT NULL FROM ${lessons} WHERE ${lessons.id} = ${row.id})`,
    ),
    grantStatement(db, standing.subscription, now),
    db.delete(busyQuarters).where(eq(busyQuarters.sessionId, row.sessionId)),
    db
      .update(lessons)
      .set({
        start,
        duration,
        slotId,
        price: lessonPrice(duration, tutor.role),
        updatedAt: Math.max(now, row.updatedAt + 1),
      })
      .where(eq(lessons.id, row.id)),
    db.insert(busyQuarters).values(
      people.flatMap((userId) =>
        quartersOf(start, duration).map((quarter) => ({
          userId,
          quarter,
          sessionId: row.sessionId,
        })),
      ),
    ),
    db
      .update(upcomingLessons)
      .set({ endsAt: start + minutes(duration) })
      .where(eq(upcomingLessons.lessonId, row.id)),
    ...(paid
      ? [
          db
            .insert(minuteEntries)
            .values({ ...paid, id: undefined, kind: 'return' as const, lessonId: row.id, createdAt: now }),
        ]
      : []),
    db.insert(minuteEntries).values({
      subscriptionId: standing.subscription.id,
      week: standing.week.start,
      kind: 'booking',
      minutes: -duration,
      lessonId: row.id,
      revision: (paid?.revision ?? -1) + 1,
      createdAt: now,
    }),
    ...touchTutors(db, [tutor.id]),
    ...messageStatements(
      db,
      tutor,
      {
        template: 'lesson_updated',
        params: { predate: formatMessageTime(row.start), curdate: formatMessageTime(start) },
      },
      now,
    ),
  ]
}

/**
 * PATCH /lesson: moves a lesson that has not begun to another time of its tutor (docs/rules/lessons.md 3.1). If the new
 * time is taken meanwhile, the old one stays.
 * @throws DomainError any code of `whyNotRebookable`.
 */
export const rebook: Act<typeof rebookLesson> = async (at) => {
  const { db, env, now, after } = at
  const { decision: move } = await decideAndWrite(
    () => decide(at),
    (decided) => db.batch(statements(db, decided, now)),
    'busy-tutor',
  )
  const { row, tutor, student } = move.found
  after(
    notifyLessonChange(
      env,
      db,
      'LessonRebooked',
      { lessonId: row.id, sessionId: row.sessionId, tutorId: tutor.id, studentId: student.id },
      now,
    ),
  )
  return undefined
}
