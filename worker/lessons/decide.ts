import { and, eq, sql } from 'drizzle-orm'
import type { decideLesson } from '#contract/lesson-decisions'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { journalEntries } from '#db/schema/ledger'
import { lessonDecisions } from '#db/schema/lesson-decisions'
import { minuteEntries } from '#db/schema/minutes'
import type { Instant } from '#domain/cairo'
import { DomainError, refuse } from '#domain/errors'
import { type DecisionChanges, decisionChanges, whyNotDecidable, whyNotTakenBack } from '#domain/lessons/decision'
import { effectsOf } from '#domain/lessons/outcome'
import type { Piastres } from '#domain/money'
import { isRegularTutor } from '#domain/roles'
import { earningCorrectionEntry } from '#domain/withdrawals/ledger-entries'
import type { Act, ActContext } from '../http/bind.ts'
import { decideAndWrite } from '../http/constraints.ts'
import { notifyQueues } from '../live/staff-queues.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { carriedOut, grantStatement, loadMinutesBalance, type Subscription } from '../subscriptions/store.ts'
import {
  balanceStatement,
  creditChanged,
  postStatements,
  settleLessons,
  settleStatements,
} from '../withdrawals/ledger-store.ts'
import { decidedOutcomeStatement } from '../withdrawals/lesson-pay-store.ts'
import { decisionStatement, decisionsOf, type FoundLesson, findForChange } from './store.ts'

type DecideAct = ActContext<typeof decideLesson>

/** The week that receives the student's minutes, or the entry whose minutes are taken back. */
type MinutesTarget =
  | { subscriptionId: number; week: Instant; subscription: Subscription; reverses: null }
  | { subscriptionId: number; week: Instant; subscription: null; reverses: number }

type Decided = {
  found: FoundLesson
  revision: number
  changes: DecisionChanges
  isCredited: boolean
  target: MinutesTarget | null
}

/** The minutes that decisions have given and that have not been taken back. */
async function givenMinutes(db: Db, lessonId: number) {
  const [given] = await db
    .select({
      entryId: minuteEntries.id,
      subscriptionId: minuteEntries.subscriptionId,
      week: minuteEntries.week,
      minutes: minuteEntries.minutes,
      remaining: sql<number>`(SELECT SUM(e.minutes) FROM minute_entries e WHERE e.subscription_id = ${minuteEntries.subscriptionId} AND e.week = ${minuteEntries.week}) - ${carriedOut}`,
    })
    .from(lessonDecisions)
    .innerJoin(
      minuteEntries,
      and(
        eq(minuteEntries.subscriptionId, lessonDecisions.subscriptionId),
        eq(minuteEntries.week, lessonDecisions.week),
        eq(minuteEntries.createdAt, lessonDecisions.createdAt),
        eq(minuteEntries.minutes, lessonDecisions.returnedMinutes),
        sql`${minuteEntries.givenBy} IS ${lessonDecisions.decidedBy}`,
        eq(minuteEntries.reason, lessonDecisions.reason),
        eq(minuteEntries.kind, 'adjustment'),
      ),
    )
    .where(
      and(
        eq(lessonDecisions.lessonId, lessonId),
        sql`${lessonDecisions.returnedMinutes} > 0`,
        sql`NOT EXISTS (SELECT 1 FROM minute_entries r WHERE r.reverses = ${minuteEntries.id})`,
      ),
    )
  return given ?? null
}

/** The tutor's pay for a lesson in piastres; nothing for a tutor manager. */
const payFor = ({ row, tutor }: FoundLesson): Piastres => (isRegularTutor(tutor.role) ? row.price : 0)

/** What the tutor may withdraw, and whether the lesson's pay was credited, without what decisions took back since. */
async function creditOf(db: Db, { row, tutor }: FoundLesson): Promise<{ balance: Piastres; isCredited: boolean }> {
  const isEarning = and(eq(journalEntries.factKind, 'earning'), eq(journalEntries.factId, row.id))
  const [[sum], earnings] = await db.batch([
    balanceStatement(db, tutor.id),
    db.select({ id: journalEntries.id }).from(journalEntries).where(isEarning),
  ])
  return { balance: sum?.balance ?? 0, isCredited: earnings.length > 0 }
}

/** @throws DomainError the codes of `decide`. */
async function prepare({ db, now, params, body }: DecideAct): Promise<Decided> {
  const found = await findForChange(db, params.id)
  if (!found) throw new DomainError('lesson-not-found')
  const { row, tutor, student, bookingEntry } = found
  const decisions = decisionsOf(await decisionStatement(db, row.id))
  refuse(whyNotDecidable({ ...row, outcome: decisions.at(-1)?.outcome ?? null }, body.outcome, now))
  // A lesson that has just ended may not be settled yet.
  await settleLessons(db, now, { tutorId: tutor.id })
  const [{ balance, isCredited }, given, current] = await Promise.all([
    creditOf(db, found),
    givenMinutes(db, row.id),
    loadMinutesBalance(db, student.id, now),
  ])
  const wanted = decisionChanges(
    {
      ...row,
      price: payFor(found),
      isCredited,
      returnedMinutes: given?.minutes ?? 0,
      earning: decisions.reduce((sum, { earning }) => sum + earning, 0),
      isCharged: bookingEntry !== null,
    },
    body.outcome,
  )
  refuse(whyNotTakenBack(balance, wanted))
  const revision = decisions.length
  if (wanted.minutes < 0 && given) {
    if (given.remaining + wanted.minutes < 0) throw new DomainError('no-enough-minutes')
    const { subscriptionId, week, entryId } = given
    return {
      found,
      revision,
      changes: wanted,
      isCredited,
      target: { subscriptionId, week, subscription: null, reverses: entryId },
    }
  }
  if (wanted.minutes > 0 && current) {
    const { subscription, week } = current
    const target = { subscriptionId: subscription.id, week: week.start, subscription, reverses: null }
    return { found, revision, changes: wanted, isCredited, target }
  }
  return { found, revision, changes: { earning: wanted.earning, minutes: 0 }, isCredited, target: null }
}

/** The minutes of the decision; as for every entry of a week, the week's grant is inserted first. */
function minutesStatements(ctx: DecideAct, { changes, target }: Decided): Statement[] {
  if (!target) return []
  const { db, now, actor, body } = ctx
  const entry = db.insert(minuteEntries).values({
    subscriptionId: target.subscriptionId,
    week: target.week,
    kind: 'adjustment',
    minutes: changes.minutes,
    givenBy: actor.id,
    reason: body.reason,
    reverses: target.reverses,
    createdAt: now,
  })
  return target.subscription ? [grantStatement(db, target.subscription, now), entry] : [entry]
}

function statements(ctx: DecideAct, decided: Decided): [Statement, ...Statement[]] {
  const { db, now, actor, body } = ctx
  const { found, revision, changes, isCredited, target } = decided
  const lessonId = found.row.id
  const lesson = { lessonId, tutorId: found.tutor.id, price: payFor(found) }
  const decisionId = sql<number>`(SELECT ${lessonDecisions.id} FROM ${lessonDecisions} WHERE ${lessonDecisions.lessonId} = ${lessonId} AND ${lessonDecisions.revision} = ${revision})`
  const entry = earningCorrectionEntry({ decisionId: 0, tutorId: found.tutor.id, amount: changes.earning })
  return [
    creditChanged(db, lessonId, isCredited),
    db.insert(lessonDecisions).values({
      lessonId,
      revision,
      outcome: body.outcome,
      reason: body.reason,
      returnedMinutes: changes.minutes,
      subscriptionId: target?.subscriptionId ?? null,
      week: target?.week ?? null,
      earning: changes.earning,
      decidedBy: actor.id,
      createdAt: now,
    }),
    decidedOutcomeStatement(db, lesson, body.outcome, now),
    ...(lesson.price > 0 && effectsOf(body.outcome).isPaid ? settleStatements(db, [lesson], now) : []),
    ...postStatements(db, entry, now, decisionId),
    ...minutesStatements(ctx, decided),
    ...auditStatements(ctx, {
      act: 'lesson.decide',
      kind: 'lesson',
      id: lessonId,
      before: { decisions: revision },
      after: { outcome: body.outcome, reason: body.reason, returnedMinutes: changes.minutes, earning: changes.earning },
    }),
  ]
}

/**
 * Decides a lesson, disputed or waiting for its pay (docs/rules/lessons.md 8.1, 10.6). The decision, the tutor's pay, the student's minutes and the audit
 * entry are one batch, which the unique key of lesson and revision lets take effect once.
 * @throws DomainError `lesson-not-found`, `lesson-not-decidable`, `lesson-already-decided`, `lesson-pay-withdrawn`,
 * `no-enough-minutes`.
 */
export const decide: Act<typeof decideLesson> = async (ctx) => {
  const { db, env, params, after } = ctx
  const { decision } = await decideAndWrite(
    () => prepare(ctx),
    (decided) => db.batch(statements(ctx, decided)),
    'lesson-already-decided',
  )
  const saved = decisionsOf(await decisionStatement(db, params.id))[decision.revision]
  if (!saved) throw new DomainError('unexpected')
  after(notifyQueues(env, 'lesson-pay'))
  return saved
}
