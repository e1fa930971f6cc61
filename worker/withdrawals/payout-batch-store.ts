import { eq, type SQL, sql } from 'drizzle-orm'
import type { RowsOf } from '#db/batch'
import type { Db } from '#db/client'
import { literals } from '#db/schema/columns'
import { payoutBatches, payouts } from '#db/schema/payouts'
import { withdrawals } from '#db/schema/withdrawals'
import { DomainError } from '#domain/errors'
import type { Piastres } from '#domain/money'
import { MOVING_PAYOUT_STATES, OPEN_PAYOUT_STATES, type PayoutState } from '#domain/withdrawals/payout'
import { isAmong } from '../http/filters.ts'
import { peopleById, peopleStatement, personAmong } from '../users/store.ts'

export type PayoutBatchRow = typeof payoutBatches.$inferSelect
export type PayoutRow = typeof payouts.$inferSelect

/** The statements whose rows `payoutBatchViews` takes, for batches given by a list of ids or a subquery. */
export const batchViewStatements = (db: Db, ids: readonly number[] | SQL) =>
  [
    db
      .select({
        batchId: payouts.batchId,
        state: sql<PayoutState>`${payouts.state}`.as('state_of'),
        count: sql<number>`COUNT(*)`.as('count_of'),
        total: sql<Piastres>`SUM(${payouts.amount})`.as('total_of'),
      })
      .from(payouts)
      .where(isAmong(payouts.batchId, ids))
      .groupBy(payouts.batchId, payouts.state),
    peopleStatement(
      db,
      sql`SELECT who.value FROM ${payoutBatches}, json_each(json_array(${payoutBatches.createdBy}, ${payoutBatches.confirmedBy}, ${payoutBatches.droppedBy})) AS who WHERE ${isAmong(payoutBatches.id, ids)}`,
    ),
  ] as const

/** The batches as answered: who acted on them, and what has become of their payouts. */
export function payoutBatchViews(
  batches: readonly PayoutBatchRow[],
  [states, people]: RowsOf<ReturnType<typeof batchViewStatements>>,
) {
  const known = peopleById(people)
  const personOf = (id: number | null) => (id === null ? null : personAmong(known, id))
  return batches.map((batch) => {
    const own = states.filter(({ batchId }) => batchId === batch.id)
    const of = (...among: readonly PayoutState[]) => own.filter(({ state }) => among.includes(state))
    const countOf = (...among: readonly PayoutState[]) => of(...among).reduce((sum, { count }) => sum + count, 0)
    const totalOf = (state: PayoutState) => of(state).reduce((sum, { total }) => sum + total, 0)
    return {
      ...batch,
      createdBy: personAmong(known, batch.createdBy),
      confirmedBy: personOf(batch.confirmedBy),
      droppedBy: personOf(batch.droppedBy),
      prepared: countOf('prepared'),
      moving: countOf(...MOVING_PAYOUT_STATES),
      successful: countOf('successful'),
      failed: countOf('failed'),
      dropped: countOf('dropped'),
      preparedTotal: totalOf('prepared'),
      successfulTotal: totalOf('successful'),
    }
  })
}

export const batchStatement = (db: Db, id: number | SQL<number>) =>
  db.select().from(payoutBatches).where(eq(payoutBatches.id, id))

/** @throws DomainError `payout-batch-not-found`. */
export async function findPayoutBatch(db: Db, id: number): Promise<PayoutBatchRow> {
  const [batch] = await batchStatement(db, id)
  if (!batch) throw new DomainError('payout-batch-not-found')
  return batch
}

/** @throws DomainError `payout-batch-not-found`. */
export async function payoutBatchView(db: Db, id: number) {
  const [found, ...details] = await db.batch([batchStatement(db, id), ...batchViewStatements(db, [id])])
  const [batch] = payoutBatchViews(found, details)
  if (!batch) throw new DomainError('payout-batch-not-found')
  return batch
}

/** Selects the piastres that are confirmed and of which Paymob's budget may not know yet: not sent, or not answered. */
export const onItsWayStatement = (db: Db) =>
  db
    .select({ total: sql<Piastres>`COALESCE(SUM(${payouts.amount}), 0)` })
    .from(payouts)
    .where(sql`${payouts.state} IN ('ready', 'sending')`)

/** Selects what of a batch waits for the second admin, with how much it is. */
export const preparedStatement = (db: Db, batchId: number) =>
  db
    .select({
      count: sql<number>`COUNT(*)`.as('count_of'),
      total: sql<Piastres>`COALESCE(SUM(${payouts.amount}), 0)`.as('total_of'),
    })
    .from(payouts)
    .where(sql`${payouts.batchId} = ${batchId} AND ${payouts.state} = 'prepared'`)

/** Whether a payout of the selected withdrawal is open, or with `moving` on its way to the receiver. */
export function isInPayout(among: 'open' | 'moving'): SQL<number> {
  const states = literals(...(among === 'open' ? OPEN_PAYOUT_STATES : MOVING_PAYOUT_STATES))
  return sql<number>`EXISTS (SELECT 1 FROM ${payouts} p WHERE p.withdrawal_id = ${withdrawals}.id AND p.state IN (${states}))`
}

/** Selects the newest payout of each of these withdrawals. */
export const newestPayoutsStatement = (db: Db, withdrawalIds: SQL) =>
  db
    .select({
      withdrawalId: payouts.withdrawalId,
      id: payouts.id,
      batchId: payouts.batchId,
      state: payouts.state,
      statusCode: payouts.statusCode,
      reason: payouts.reason,
      updatedAt: payouts.updatedAt,
    })
    .from(payouts)
    .where(
      sql`${payouts.id} IN (SELECT MAX(p.id) FROM ${payouts} p WHERE p.withdrawal_id IN (${withdrawalIds}) GROUP BY p.withdrawal_id)`,
    )
