import { and, eq, sql } from 'drizzle-orm'
import type { giveMinutes, takeMinutesBack } from '#contract/students'
import { batchReturning } from '#db/batch'
import type { Db } from '#db/client'
import { minuteEntries } from '#db/schema/minutes'
import { subscriptions } from '#db/schema/subscriptions'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { takeBack } from '#domain/subscriptions/given-minutes'
import { isPausedAt } from '#domain/subscriptions/minutes'
import type { Act, Recall } from '../http/bind.ts'
import { completionStatements } from '../http/completion.ts'
import { decideAndWrite } from '../http/constraints.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { findStudent } from '../students/store.ts'
import { grantStatement, loadMinutesBalance, type MinutesBalance } from './store.ts'

/** @throws DomainError `subscription-required` for a student without a current subscription, `subscription-paused`. */
async function balanceOf(db: Db, studentId: number, now: Instant): Promise<MinutesBalance> {
  const balance = await loadMinutesBalance(db, studentId, now)
  if (!balance) throw new DomainError('subscription-required')
  if (isPausedAt(balance.subscription, now)) throw new DomainError('subscription-paused')
  return balance
}

/**
 * Gives a student more minutes for the current minutes week, or for the whole trial (docs/rules/minutes.md 4.5).
 * @throws DomainError `student-not-found`, `subscription-required`, `subscription-paused` while the plan is paused.
 */
export const give: Act<typeof giveMinutes> = async (ctx) => {
  const { actor, params, body, db, now } = ctx
  await findStudent(db, params.id)
  const { decision, written } = await decideAndWrite(
    () => balanceOf(db, params.id, now),
    ({ subscription, week, remainingMinutes }) =>
      db.batch([
        grantStatement(db, subscription, now),
        db
          .insert(minuteEntries)
          .values({
            subscriptionId: subscription.id,
            week: week.start,
            kind: 'adjustment',
            minutes: body.minutes,
            givenBy: actor.id,
            reason: body.reason,
            createdAt: now,
          })
          .returning({ id: minuteEntries.id }),
        ...completionStatements(
          ctx,
          sql`json_array(last_insert_rowid(), CAST(${remainingMinutes + body.minutes} AS INTEGER))`,
        ),
        ...auditStatements(
          { ...ctx, reason: body.reason },
          {
            act: 'student.giveMinutes',
            kind: 'student',
            id: params.id,
            before: { remainingMinutes },
            after: { remainingMinutes: remainingMinutes + body.minutes, minutes: body.minutes },
          },
        ),
      ]),
    'subscription-required',
  )
  const [entry] = written[1]
  if (!entry) throw new Error('The entry was not returned')
  return { entryId: entry.id, remainingWeeklyMinutes: decision.remainingMinutes + body.minutes }
}

/** The original answer: the given minutes may have been spent since. */
export const recallGiven: Recall<typeof giveMinutes> = async (_at, made) => {
  const [entryId, remainingWeeklyMinutes] = JSON.parse(made) as [number, number]
  return { entryId, remainingWeeklyMinutes }
}

/** The given minutes with their subscription. @throws DomainError `not-found` for an unknown entry or another student's. */
async function findGiven(db: Db, studentId: number, entryId: number) {
  const [found] = await db
    .select({
      entry: minuteEntries,
      subscription: subscriptions,
      isReversed: sql<number>`EXISTS (SELECT 1 FROM minute_entries r WHERE r.reverses = ${minuteEntries.id})`,
    })
    .from(minuteEntries)
    .innerJoin(subscriptions, eq(subscriptions.id, minuteEntries.subscriptionId))
    .where(and(eq(minuteEntries.id, entryId), eq(subscriptions.userId, studentId)))
  if (!found) throw new DomainError('not-found', 'entryId: no such entry of this student')
  return { given: { ...found.entry, isReversed: found.isReversed === 1 }, subscription: found.subscription }
}

/**
 * Takes back all minutes of an entry that staff gave in this week (docs/rules/minutes.md 4.6).
 * @throws DomainError `student-not-found`, `not-found`, `illegal` for an entry that cannot be, or already was, taken back,
 * `no-enough-minutes` when some are spent.
 */
export const takeAway: Act<typeof takeMinutesBack> = async (ctx) => {
  const { actor, params, db, now } = ctx
  await findStudent(db, params.id)
  const decide = async () => {
    const { given, subscription } = await findGiven(db, params.id, params.entryId)
    const [sum] = await db
      .select({ minutes: sql<number>`SUM(${minuteEntries.minutes})` })
      .from(minuteEntries)
      .where(and(eq(minuteEntries.subscriptionId, subscription.id), eq(minuteEntries.week, given.week)))
    const remainingMinutes = sum?.minutes ?? 0
    return { given, remainingMinutes, minutes: takeBack(given, subscription, { remainingMinutes, now }) }
  }
  const { decision } = await decideAndWrite(
    decide,
    ({ given, minutes, remainingMinutes }) =>
      batchReturning(
        db,
        auditStatements(ctx, {
          act: 'student.takeMinutesBack',
          kind: 'student',
          id: params.id,
          before: { remainingMinutes },
          after: { remainingMinutes: remainingMinutes + minutes, minutes, entryId: given.id },
        }),
        db
          .insert(minuteEntries)
          .values({
            subscriptionId: given.subscriptionId,
            week: given.week,
            kind: 'adjustment',
            minutes,
            givenBy: actor.id,
            reverses: given.id,
            createdAt: now,
          })
          .returning({ id: minuteEntries.id }),
      ),
    'illegal',
  )
  return { remainingWeeklyMinutes: decision.remainingMinutes + decision.minutes }
}
