import { and, asc, eq, getTableColumns, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import type { getPayoutBatch, listPayoutBatches, payoutAccount } from '#contract/payouts'
import { literals } from '#db/schema/columns'
import { payoutBatches, payouts } from '#db/schema/payouts'
import { withdrawals } from '#db/schema/withdrawals'
import { DomainError } from '#domain/errors'
import {
  isStuckPayout,
  MOVING_PAYOUT_STATES,
  type PayoutBatchState,
  type PayoutState,
} from '#domain/withdrawals/payout'
import { type ReadRequest, reading } from '../http/bind.ts'
import { newestOrder, pageOf, pageStatements, valuesOnPage } from '../http/pages.ts'
import { arePayoutsOn } from '../outside/paymob/payouts.ts'
import { storedSettings, valuesOf } from '../settings/store.ts'
import { batchStatement, batchViewStatements, onItsWayStatement, payoutBatchViews } from './payout-batch-store.ts'
import { readBudget } from './payout-budget.ts'
import { invoiceView } from './store.ts'

/**
 * Whether Paymob pays withdrawals, and what its account holds where that is asked for.
 * @throws DomainError `service-unavailable` where Paymob does not tell what the account holds.
 */
export const account = reading(
  ({ db }: ReadRequest<typeof payoutAccount>) => [storedSettings(db), onItsWayStatement(db)] as const,
  async ({ env, query }, [stored, [onItsWay]]) => {
    const isOn = arePayoutsOn(env)
    const isAsked = isOn && query.budget === true
    return {
      isOn,
      limit: valuesOf(stored).payoutLimit,
      budget: isAsked ? await readBudget(env) : null,
      onItsWay: isAsked ? (onItsWay?.total ?? 0) : null,
    }
  },
)

const { confirmedAt, droppedAt } = payoutBatches
const has = (...states: PayoutState[]) =>
  sql`EXISTS (SELECT 1 FROM payouts p WHERE p.batch_id = ${payoutBatches}.id AND p.state IN (${literals(...states)}))`
const isConfirmed = isNotNull(confirmedAt)
const isMoving = has(...MOVING_PAYOUT_STATES)

/** The batches of a state, by the rule of `payoutBatchStateOf`. */
const IN_STATE: Record<PayoutBatchState, SQL | undefined> = {
  waiting: and(isNull(confirmedAt), isNull(droppedAt)),
  dropped: isNotNull(droppedAt),
  moving: and(isConfirmed, isMoving),
  failed: and(isConfirmed, not(isMoving), has('failed')),
  done: and(isConfirmed, not(isMoving), not(has('failed'))),
}
const isInState = (state: PayoutBatchState) => IN_STATE[state]

export const list = reading(
  ({ db, query }: ReadRequest<typeof listPayoutBatches>) => {
    const order = newestOrder(payoutBatches)
    // Each once: a condition of the same state two hundred times over is more than SQLite parses.
    const where = query.states && or(...[...new Set(query.states)].map(isInState))
    return [
      ...pageStatements(db, payoutBatches, where, query, order),
      ...batchViewStatements(db, valuesOnPage([payoutBatches.id], payoutBatches, where, query, order)),
    ] as const
  },
  async (_, [counted, found, ...details]) => {
    const { rows, ...count } = pageOf([counted, found])
    return { list: payoutBatchViews(rows, details), ...count }
  },
)

/** @throws DomainError `payout-batch-not-found`. */
export const read = reading(
  ({ db, params }: ReadRequest<typeof getPayoutBatch>) =>
    [
      batchStatement(db, params.id),
      db.select().from(payouts).where(eq(payouts.batchId, params.id)).orderBy(asc(payouts.id)),
      db
        .select(getTableColumns(withdrawals))
        .from(payouts)
        .innerJoin(withdrawals, eq(withdrawals.id, payouts.withdrawalId))
        .where(eq(payouts.batchId, params.id)),
      ...batchViewStatements(db, [params.id]),
    ] as const,
  async ({ now }, [found, attempts, paid, ...details]) => {
    const [batch] = payoutBatchViews(found, details)
    if (!batch) throw new DomainError('payout-batch-not-found')
    const invoices = new Map(paid.map((one) => [one.id, invoiceView(one)]))
    return {
      batch,
      payouts: attempts.flatMap((one) => {
        const invoice = invoices.get(one.withdrawalId)
        return invoice
          ? [{ ...one, isStuck: isStuckPayout({ ...one, confirmedAt: batch.confirmedAt }, now), invoice }]
          : []
      }),
    }
  },
)
