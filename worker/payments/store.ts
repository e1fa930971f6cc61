import { and, eq } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '#db/client'
import { refunds } from '#db/schema/transactions'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import type { Piastres } from '#domain/money'
import { describeRefusal, gatewayReason } from '#domain/payments/refusals'
import { fateOfPending, type Outcome, outcomeOf, RefundReason } from '#domain/payments/report'
import type { TransactionStatus } from '#domain/payments/transaction'
import { notifyUsers } from '../../party/stubs.ts'
import type { Env } from '../env.ts'
import { decideAndWrite, refusalIn } from '../http/constraints.ts'
import { log } from '../http/logs.ts'
import { notifyLessonChange } from '../live/lessons.ts'
import { type OrderFacts, type Refund, readOrder, type Transaction } from './facts.ts'
import { outcomeStatements } from './outcome.ts'
import { awayAs, type News, refundAtProvider, refusedBy } from './provider.ts'

/** What a request, a notice or a job works with. */
export type Work = { db: Db; env: Env; now: Instant; after: (work: Promise<unknown>) => void }

type Applied = { facts: OrderFacts; outcome: Outcome | null }

async function tell({ env, db, now, after }: Work, { facts, outcome }: Applied): Promise<void> {
  if (!outcome) return
  const { tx, lessons } = facts
  const payload = { transactionId: tx.id, status: outcome.to }
  after(notifyUsers(env, [tx.userId], { event: 'TransactionStatusUpdate', payload }))
  if (!outcome.ends) return
  for (const { row, tutor, student } of lessons)
    after(
      notifyLessonChange(
        env,
        db,
        'LessonCanceled',
        { lessonId: row.id, sessionId: row.sessionId, tutorId: tutor.id, studentId: student.id },
        now,
      ),
    )
}

/**
 * Takes over what a provider says of an order: once, forwards only, whoever else says it at the same moment
 * (docs/rules/money.md 4.1). `alongside` is written in the same batch, or alone for old news. Answers where the order
 * stands.
 * @throws DomainError `transaction-not-found`.
 */
export async function applyNews(
  work: Work,
  txId: number,
  { report, ...more }: News,
  alongside: BatchItem<'sqlite'>[] = [],
): Promise<TransactionStatus> {
  const { db, now } = work
  const decide = async (): Promise<Applied> => {
    const facts = await readOrder(db, txId, now)
    if (!facts) throw new DomainError('transaction-not-found')
    return { facts, outcome: outcomeOf(facts.ruled, report) }
  }
  const write = async ({ facts, outcome }: Applied) => {
    const [first, ...rest] = outcome ? [...outcomeStatements(db, facts, outcome, more, now), ...alongside] : alongside
    if (first) await db.batch([first, ...rest])
  }
  const { decision } = await decideAndWrite(decide, write, 'illegal')
  await tell(work, decision)
  if (decision.outcome?.returns) work.after(giveTwicePaidBack(work, txId))
  return decision.outcome?.to ?? decision.facts.tx.status
}

export type GivingBack = { amount: Piastres; reason: string | null; requestedBy: number }

/**
 * Writes down that money shall be given back, before the provider is asked: one refund of an order at a time, never more
 * than was paid. `guards` stop it where what it was decided on has changed.
 * @throws DomainError `illegal`.
 */
async function openRefund({ db, now }: Work, txId: number, refund: GivingBack, guards: BatchItem<'sqlite'>[]) {
  const row = db
    .insert(refunds)
    .values({ txId, ...refund, createdAt: now, updatedAt: now })
    .returning()
  const [first, ...rest] = [...guards, row]
  if (!first) throw new DomainError('unexpected')
  const written = await db.batch([first, ...rest]).catch((error) => {
    throw refusalIn(error) ? new DomainError('illegal', 'a refund of this order is under way') : error
  })
  const [opened] = written[guards.length] as unknown as Refund[]
  if (!opened) throw new DomainError('unexpected')
  return opened
}

const closeRefund = (db: Db, refund: Refund, failureReason: string, now: Instant) =>
  db
    .update(refunds)
    .set({ status: 'failed', failureReason, updatedAt: now })
    .where(and(eq(refunds.id, refund.id), eq(refunds.status, 'pending')))

/** Asks the provider for a refund that is written down, and writes down how it ended. */
async function carryOut(work: Work, tx: Transaction, refund: Refund): Promise<{ words: string }> {
  const answer = await refundAtProvider(work.env, tx, refund.amount, refund.reason)
  if (!answer.isOk) {
    await closeRefund(work.db, refund, describeRefusal(gatewayReason(answer.code), answer.code, answer.words), work.now)
    throw refusedBy(tx.provider, answer)
  }
  await applyNews(work, tx.id, { report: { event: 'refund-part', refundedTotal: null } })
  return { words: answer.words }
}

/**
 * Gives money of a paid order back. When the provider does not answer, the refund stays under way until the sweep has
 * learnt what became of it.
 * @throws DomainError `illegal` for a refund beside another or above the payment, `bad-request` for an order that the
 * provider has no number of, `fawry-error` or `service-unavailable` when the provider refuses or does not answer.
 */
export async function giveBack(
  work: Work,
  tx: Transaction,
  refund: GivingBack,
  guards: BatchItem<'sqlite'>[] = [],
): Promise<{ words: string }> {
  if (tx.providerRefNum === null) throw new DomainError('bad-request', 'the provider has no number of this order')
  const opened = await openRefund(work, tx.id, refund, guards)
  return carryOut(work, tx, opened).catch((error) => awayAs(tx.provider, error))
}

/** Money for an order that can open nothing goes back by itself; the sweep and the nightly proof see what fails. */
async function giveTwicePaidBack(work: Work, txId: number): Promise<void> {
  const facts = await readOrder(work.db, txId, work.now)
  if (!facts?.pending || facts.pending.reason !== RefundReason.paidTwice) return
  await carryOut(work, facts.tx, facts.pending).catch((error) =>
    log(work.env, 'error', 'refund-not-made', { txId, error: String(error) }),
  )
}

/** How long a refund may be under way before it is asked after. */
export const REFUND_PATIENCE = 5 * 60_000

/** Writes down that a refund was not made: its amount can be given back by another. */
export const giveRefundUp = (
  { db, now }: Work,
  refund: Refund,
  why: string,
  alongside: BatchItem<'sqlite'>[] = [],
): Promise<unknown> => db.batch([closeRefund(db, refund, why, now), ...alongside])

/**
 * Ends a refund that had no answer by what the provider says of the order now; it is never asked for a second time. Where
 * the provider does not tell, it is left under way: the nightly proof shows it to staff, who can find out.
 */
export async function resolveRefund(work: Work, { tx, pending, ruled }: OrderFacts, news: News | null): Promise<void> {
  if (!pending) return
  const fate = fateOfPending(ruled, news?.report ?? null)
  if (fate === 'unknown') return log(work.env, 'error', 'refund-unknown', { txId: tx.id, refundId: pending.id })
  if (fate === 'not-made') await giveRefundUp(work, pending, 'no-answer')
  if (news) await applyNews(work, tx.id, news)
}
