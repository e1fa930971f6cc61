import { eq, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { rebookLesson } from '#contract/lessons'
import type { Db } from '#db/client'
import { busyQuarters, lessons, upcomingLessons } from '#db/schema/lessons'
import { minuteEntries } from '#db/schema/minutes'
import { fromIso, type Instant, minutes, quartersOf } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { lessonPrice } from '#domain/lessons/price'
import { assertRebookable } from '#domain/lessons/rebooking'
import type { Act, At } from '../http/bind.ts'
import { decideAndWrite, stopIf } from '../http/constraints.ts'
import { notifyLessonChange } from '../live/lessons.ts'
import { enqueueFor } from '../messages/outbox.ts'
import { timeInMessages } from '../messages/times.ts'
import { grantStatement, type Standing, standingOf } from '../subscriptions/store.ts'
import { touchTutors } from '../tutors/store.ts'
import { readTime } from './facts.ts'
import { asRuled, type FoundLesson, findForChange } from './store.ts'

type Move = { found: FoundLesson; standing: Standing; slotId: number; start: Instant; duration: 15 | 30 }

/**
 * What the student may spend on the move. The rule asks for the difference only; a lesson that another week or
 * subscription paid gives nothing back to this one, so its minutes are taken off beforehand.
 */
function spendable({ paid, row }: FoundLesson, standing: Standing): number {
  const isSamePurse = paid?.subscriptionId === standing.subscription.id && paid.week === standing.week.start
  return isSamePurse ? standing.remaining : standing.remaining - row.duration
}

async function decide({ actor, body, db, now }: At<typeof rebookLesson>): Promise<Move> {
  const start = fromIso(body.start)
  const [found, standing] = await Promise.all([findForChange(db, body.lessonId), standingOf(db, actor.id, now)])
  const tutorId = found?.tutor.id ?? 0
  const time = await readTime(db, { tutorId, studentId: actor.id, slotId: body.slotId, start })
  assertRebookable({
    actor,
    lesson: found && asRuled(found),
    notice: found?.tutor.notice ?? 0,
    slot: time.slot,
    tutorBusy: time.tutorBusy,
    studentBusy: time.studentBusy,
    subscription: standing?.subscription ?? null,
    remainingMinutes: found && standing ? spendable(found, standing) : 0,
    start,
    duration: body.duration,
    now,
  })
  if (!found || !standing) throw new DomainError('unexpected')
  return { found, standing, slotId: body.slotId, start, duration: body.duration }
}

/** Gives the old time and minutes back and takes the new ones, all or nothing. */
function statements(
  db: Db,
  { found, standing, slotId, start, duration }: Move,
  now: Instant,
): [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]] {
  const { row, student, tutor, paid } = found
  const people = [student.id, tutor.id]
  return [
    stopIf(
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
    ...enqueueFor(
      db,
      tutor,
      { template: 'lesson_updated', params: { predate: timeInMessages(row.start), curdate: timeInMessages(start) } },
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
