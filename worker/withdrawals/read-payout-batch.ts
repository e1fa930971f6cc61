import { asc, eq, getTableColumns } from 'drizzle-orm'
import type { getPayoutBatch, listPayoutBatches, payoutAccount } from '#contract/payouts'
import { payoutBatches, payouts } from '#db/schema/payouts'
import { withdrawals } from '#db/schema/withdrawals'
import { DomainError } from '#domain/errors'
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

export const list = reading(
  ({ db, query }: ReadRequest<typeof listPayoutBatches>) => {
    const order = newestOrder(payoutBatches)
    return [
      ...pageStatements(db, payoutBatches, undefined, query, order),
      ...batchViewStatements(db, valuesOnPage([payoutBatches.id], payoutBatches, undefined, query, order)),
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
  async (_, [found, attempts, paid, ...details]) => {
    const [batch] = payoutBatchViews(found, details)
    if (!batch) throw new DomainError('payout-batch-not-found')
    const invoices = new Map(paid.map((one) => [one.id, invoiceView(one)]))
    return {
      batch,
      payouts: attempts.flatMap((one) => {
        const invoice = invoices.get(one.withdrawalId)
        return invoice ? [{ ...one, invoice }] : []
      }),
    }
  },
)
