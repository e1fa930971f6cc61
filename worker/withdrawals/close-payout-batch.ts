import { and, eq, sql } from 'drizzle-orm'
import type { confirmPayoutBatch, dropPayoutBatch } from '#contract/payouts'
import { payoutBatches, payouts } from '#db/schema/payouts'
import { withdrawals } from '#db/schema/withdrawals'
import { DomainError } from '#domain/errors'
import type { Piastres } from '#domain/money'
import type { Act, ActContext } from '../http/bind.ts'
import { decideAndWrite } from '../http/constraints.ts'
import { isAmong } from '../http/filters.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { coolingOffOfRequest, historyStatements } from './cooling-off-store.ts'
import {
  batchStatement,
  onItsWayStatement,
  type PayoutBatchRow,
  payoutBatchView,
  preparedStatement,
} from './payout-batch-store.ts'
import { assertBudget, readBudget } from './payout-budget.ts'
import { sendPayouts } from './send-payouts.ts'

type CloseAct = ActContext<typeof confirmPayoutBatch> | ActContext<typeof dropPayoutBatch>

type Read = {
  batch: PayoutBatchRow
  prepared: { count: number; total: Piastres }
  onItsWay: Piastres
  /** One of its withdrawals that cools off. */
  coolingOff: number | null
}

/** @throws DomainError `payout-batch-not-found`, `illegal-invoice-update` for a batch that was confirmed or given up. */
async function findPrepared({ db, now, params }: CloseAct): Promise<Read> {
  const ofBatch = sql`SELECT ${payouts.withdrawalId} FROM ${payouts} WHERE ${payouts.batchId} = ${params.id} AND ${payouts.state} = 'prepared'`
  const [[batch], [prepared = { count: 0, total: 0 }], [onItsWay], requests, ...history] = await db.batch([
    batchStatement(db, params.id),
    preparedStatement(db, params.id),
    onItsWayStatement(db),
    db.select().from(withdrawals).where(isAmong(withdrawals.id, ofBatch)),
    ...historyStatements(
      db,
      sql`SELECT ${withdrawals.userId} FROM ${withdrawals} WHERE ${isAmong(withdrawals.id, ofBatch)}`,
    ),
  ])
  if (!batch) throw new DomainError('payout-batch-not-found')
  if (batch.confirmedAt !== null || batch.droppedAt !== null)
    throw new DomainError('illegal-invoice-update', 'the batch was confirmed or given up')
  const cooling = requests.find((one) => coolingOffOfRequest(one, history, now))
  return { batch, prepared, onItsWay: onItsWay?.total ?? 0, coolingOff: cooling?.id ?? null }
}

/** The trigger `payout_batches_end_once` refuses to end a batch twice; `payouts_leave` keeps out what was decided meanwhile. */
const endStatements = ({ db, now }: CloseAct, { batch }: Read, end: Partial<PayoutBatchRow>) =>
  [
    db
      .update(payoutBatches)
      .set({ ...end, updatedAt: Math.max(now, batch.updatedAt + 1) })
      .where(eq(payoutBatches.id, batch.id)),
    db
      .update(payouts)
      .set({ state: end.confirmedAt === undefined ? 'dropped' : 'ready', updatedAt: now })
      .where(and(eq(payouts.batchId, batch.id), sql`${payouts.state} = 'prepared'`)),
  ] as const

/**
 * A second admin confirms a batch, and what is left of it is paid (docs/rules/money.md 10.4). The database refuses who has
 * prepared it.
 * @throws DomainError `service-unavailable`, `payout-batch-not-found`, `illegal-invoice-update` for a batch that was
 * confirmed or given up or of which nothing is left, `payout-needs-second-admin`, `payout-budget-exceeded`,
 * `invoice-cooling-off` where one of its tutors has changed a credential meanwhile.
 */
export const confirm: Act<typeof confirmPayoutBatch> = async (ctx) => {
  const { actor, db, env, now, params, after } = ctx
  const decide = async (budget: Piastres | null) => {
    const read = await findPrepared(ctx)
    const { batch, prepared, onItsWay } = read
    if (batch.needsSecond && batch.createdBy === actor.id) throw new DomainError('payout-needs-second-admin')
    if (prepared.count === 0) throw new DomainError('illegal-invoice-update', 'nothing of the batch is left')
    if (read.coolingOff !== null) throw new DomainError('invoice-cooling-off', `request ${read.coolingOff} cools off`)
    if (budget !== null) assertBudget({ budget, onItsWay, total: prepared.total })
    return read
  }
  await decide(null)
  const budget = await readBudget(env)
  await decideAndWrite(
    () => decide(budget),
    (read) =>
      db.batch([
        ...endStatements(ctx, read, { confirmedBy: actor.id, confirmedAt: now }),
        ...auditStatements(ctx, {
          act: 'payoutBatch.confirm',
          kind: 'payout-batch',
          id: params.id,
          before: { confirmedAt: null },
          after: { confirmedAt: now, ...read.prepared },
        }),
      ]),
    'illegal-invoice-update',
  )
  after(sendPayouts(env, db, now))
  return payoutBatchView(db, params.id)
}

/**
 * Gives up a batch that is not confirmed; its withdrawals can be paid by another batch or a file.
 * @throws DomainError `payout-batch-not-found`, `illegal-invoice-update` for a batch that was confirmed or given up.
 */
export const drop: Act<typeof dropPayoutBatch> = async (ctx) => {
  const { actor, db, now, params } = ctx
  await decideAndWrite(
    () => findPrepared(ctx),
    (read) =>
      db.batch([
        ...endStatements(ctx, read, { droppedBy: actor.id, droppedAt: now }),
        ...auditStatements(ctx, {
          act: 'payoutBatch.drop',
          kind: 'payout-batch',
          id: params.id,
          before: { droppedAt: null },
          after: { droppedAt: now },
        }),
      ]),
    'illegal-invoice-update',
  )
  return payoutBatchView(db, params.id)
}
