import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { batchAll, type Statement } from '#db/batch'
import type { Db } from '#db/client'
import { payoutBatches, payouts } from '#db/schema/payouts'
import { withdrawals } from '#db/schema/withdrawals'
import { type Instant, minutes } from '#domain/cairo'
import { payoutEntry } from '#domain/withdrawals/ledger-entries'
import { PAYOUT_ANSWER_TIMEOUT } from '#domain/withdrawals/payout'
import { WithdrawalStatus } from '#domain/withdrawals/statuses'
import type { Env } from '../env.ts'
import { readTimer } from '../http/clock.ts'
import { abortIf, violationIn } from '../http/constraints.ts'
import { log } from '../http/logs.ts'
import {
  arePayoutsOn,
  disburse,
  inquirePayouts,
  MAX_IN_INQUIRY,
  openPayouts,
  type PayoutOutcome,
} from '../outside/paymob/payouts.ts'
import { ProviderUnreachable } from '../outside/request-json.ts'
import { postStatements } from './ledger-store.ts'
import type { PayoutRow } from './payout-batch-store.ts'
import { notifyInvoiceUpdated } from './store.ts'

/** `startedAt`: the machine's time at `now`. */
type PayoutContext = { env: Env; db: Db; now: Instant; startedAt: Instant }
/** What writing an outcome takes. */
type WriteContext = Pick<PayoutContext, 'env' | 'db' | 'now'>

const contextOf = (env: Env, db: Db, now: Instant): PayoutContext => ({ env, db, now, startedAt: readTimer() })

/** The present time of a run that may take minutes. */
const presentTime = ({ now, startedAt }: PayoutContext): Instant => now + Math.round(readTimer() - startedAt)

/** How long one run goes on sending; the job continues. A worker is given half a minute after its answer. */
const SENDING_TIME_MS = 20_000
/** How long a pending payout is left alone before Paymob is asked again. */
const ASK_AGAIN = minutes(4)
const MOST_SENT = 100

/** The statements that make a payout final or pending, and pay its withdrawal where Paymob has (docs/rules/money.md 10.5). */
function outcomeStatements({ db, now }: WriteContext, payout: PayoutRow, outcome: PayoutOutcome): Statement[] {
  const stored = [
    abortIf(
      db,
      'payout-ended',
      sql`(SELECT ${payouts.state} NOT IN ('sending', 'pending') FROM ${payouts} WHERE ${payouts.id} = ${payout.id})`,
    ),
    db
      .update(payouts)
      .set({ ...outcome, updatedAt: Math.max(now, payout.updatedAt + 1) })
      .where(eq(payouts.id, payout.id)),
  ]
  if (outcome.state !== 'successful') return stored
  const confirmedBy = sql`(SELECT b.confirmed_by FROM ${payoutBatches} b WHERE b.id = ${payout.batchId})`
  return [
    ...stored,
    db
      .update(withdrawals)
      .set({
        status: WithdrawalStatus.Approved,
        addressedBy: confirmedBy,
        updatedAt: sql`MAX(${now}, ${withdrawals.updatedAt} + 1)`,
      })
      .where(eq(withdrawals.id, payout.withdrawalId)),
    ...postStatements(db, payoutEntry(payout, 'payouts'), now),
  ]
}

/**
 * Stores what has become of a payout, with the ledger's entry of one that was paid, and `alongside` in the same batch.
 * @throws the violation `payout-ended` where it has ended meanwhile.
 */
export async function writeOutcome(
  context: WriteContext,
  payout: PayoutRow,
  outcome: PayoutOutcome,
  alongside: readonly Statement[] = [],
): Promise<void> {
  const { db, env } = context
  await batchAll(db, [...outcomeStatements(context, payout, outcome), ...alongside])
  const [tutor] = await db
    .select({ id: withdrawals.userId })
    .from(withdrawals)
    .where(eq(withdrawals.id, payout.withdrawalId))
  if (tutor) await notifyInvoiceUpdated(env, tutor.id)
}

/** Stores what Paymob says of a payout. The outcome of one that has ended meanwhile is stored already. */
async function storeOutcome(context: PayoutContext, payout: PayoutRow, outcome: PayoutOutcome): Promise<void> {
  try {
    await writeOutcome(context, payout, outcome)
  } catch (error) {
    if (!violationIn(error)) throw error
  }
}

/**
 * Marks a payout as sent, before it is; false when somebody else has. Of two senders one changes the row: the other finds
 * another state or another time.
 */
async function claim(context: PayoutContext, { id, state, sentAt }: PayoutRow): Promise<boolean> {
  const { db } = context
  const present = presentTime(context)
  const isUnchanged = sentAt === null ? isNull(payouts.sentAt) : eq(payouts.sentAt, sentAt)
  const claimed = await db
    .update(payouts)
    .set({ state: 'sending', sentAt: Math.max(present, (sentAt ?? 0) + 1), updatedAt: present })
    .where(and(eq(payouts.id, id), eq(payouts.state, state), isUnchanged))
    .returning({ id: payouts.id })
  return claimed.length > 0
}

/**
 * Sends payouts one after another. Each is marked as sent before it is: after a crash, and where the answer does not tell, it
 * stays `sending` until Paymob has been asked for it by its reference (docs/rules/money.md 10.3).
 * @throws ProviderUnreachable at the first one whose answer does not tell: the others wait for the job.
 */
async function sendEach(context: PayoutContext, ready: readonly PayoutRow[]): Promise<number> {
  const { env } = context
  const until = readTimer() + SENDING_TIME_MS
  let sent = 0
  for (const payout of ready) {
    if (readTimer() > until) break
    await openPayouts(env)
    if (!(await claim(context, payout))) continue
    await storeOutcome(context, payout, await disburse(env, payout))
    sent++
  }
  return sent
}

/** Runs work with Paymob; that it does not answer is logged, and the next run goes on. */
async function whileReachable(env: Env, work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error
    log(env, 'warn', 'payouts-unreachable', { error: error.message })
    return 0
  }
}

const readyPayouts = (db: Db) =>
  db
    .select()
    .from(payouts)
    .where(sql`${payouts.state} = 'ready'`)
    .orderBy(asc(payouts.createdAt), asc(payouts.id))
    .limit(MOST_SENT)

const sendReady = (context: PayoutContext): Promise<number> =>
  whileReachable(context.env, async () => sendEach(context, await readyPayouts(context.db)))

/** Sends the payouts that are confirmed, as many as the time of a run allows; returns how many. The job sends the rest. */
export const sendPayouts = (env: Env, db: Db, now: Instant): Promise<number> => sendReady(contextOf(env, db, now))

/** The payouts that Paymob is to be asked about: those without an answer, and those that are pending. */
const openAtPaymob = (db: Db, now: Instant) =>
  db
    .select()
    .from(payouts)
    .where(
      and(
        sql`${payouts.state} IN ('sending', 'pending')`,
        or(sql`${payouts.state} = 'pending'`, lte(payouts.sentAt, now - PAYOUT_ANSWER_TIMEOUT)),
        or(isNull(payouts.askedAt), lte(payouts.askedAt, now - ASK_AGAIN)),
      ),
    )
    .orderBy(asc(payouts.askedAt))
    .limit(MAX_IN_INQUIRY)

/**
 * Asks Paymob about the payouts that it has not ended, and sends those again that it does not have: under the same reference,
 * which it takes once.
 */
async function askPaymob(context: PayoutContext): Promise<number> {
  const { db, env, now } = context
  const open = await openAtPaymob(db, now)
  if (open.length === 0) return 0
  const found = await inquirePayouts(env, open)
  for (const payout of open) {
    const outcome = found.get(payout.reference)
    await db.update(payouts).set({ askedAt: now }).where(eq(payouts.id, payout.id))
    if (outcome && hasChanged(payout, outcome)) await storeOutcome(context, payout, outcome)
  }
  await sendEach(
    context,
    open.filter(({ state, reference }) => state === 'sending' && !found.has(reference)),
  )
  return open.length
}

const hasChanged = (payout: PayoutRow, outcome: PayoutOutcome): boolean =>
  payout.state !== outcome.state || payout.statusCode !== outcome.statusCode || payout.reason !== outcome.reason

/** Asks about what is under way, then sends what waits (docs/rules/money.md 10.3). Does nothing without an account at Paymob. */
export async function settlePayouts(env: Env, db: Db, now: Instant): Promise<{ asked: number; sent: number }> {
  if (!arePayoutsOn(env)) return { asked: 0, sent: 0 }
  const context = contextOf(env, db, now)
  return { asked: await whileReachable(env, () => askPaymob(context)), sent: await sendReady(context) }
}
