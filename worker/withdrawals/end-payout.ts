import { and, eq } from 'drizzle-orm'
import type { endPayout } from '#contract/payouts'
import { payoutBatches, payouts } from '#db/schema/payouts'
import { DomainError } from '#domain/errors'
import { isStuckPayout, type PayoutState } from '#domain/withdrawals/payout'
import type { Env } from '../env.ts'
import type { Act, ActContext } from '../http/bind.ts'
import { decideAndWrite } from '../http/constraints.ts'
import { log } from '../http/logs.ts'
import { arePayoutsOn, inquirePayouts, type PayoutOutcome } from '../outside/paymob/payouts.ts'
import { ProviderUnreachable } from '../outside/request-json.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { type PayoutRow, payoutBatchView } from './payout-batch-store.ts'
import { writeOutcome } from './send-payouts.ts'

const STATE_OF = { paid: 'successful', 'not-paid': 'failed' } as const satisfies Record<string, PayoutState>

/** @throws DomainError `payout-batch-not-found`, `illegal-invoice-update` for a payout that has ended or may still get its answer. */
async function findStuck({ db, body, params, now }: ActContext<typeof endPayout>): Promise<PayoutRow> {
  const [found] = await db
    .select({ payout: payouts, confirmedAt: payoutBatches.confirmedAt })
    .from(payouts)
    .innerJoin(payoutBatches, eq(payoutBatches.id, payouts.batchId))
    .where(and(eq(payouts.id, body.payoutId), eq(payouts.batchId, params.id)))
  if (!found) throw new DomainError('payout-batch-not-found', 'payoutId: not a payout of this batch')
  const { payout, confirmedAt } = found
  if (!isStuckPayout({ ...payout, confirmedAt }, now))
    throw new DomainError('illegal-invoice-update', 'the payout has ended, or may still get its answer')
  return payout
}

/** What Paymob says of the payout; null where it does not have it or cannot be asked, which is logged. */
async function toldOutcome(env: Env, payout: PayoutRow): Promise<PayoutOutcome | null> {
  if (!arePayoutsOn(env)) return null
  try {
    return (await inquirePayouts(env, [payout])).get(payout.reference) ?? null
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error
    log(env, 'warn', 'payouts-unreachable', { error: error.message })
    return null
  }
}

/**
 * An admin writes down what has become of a payout that Paymob has not ended for a day (docs/rules/money.md 10.8). Paymob is asked
 * first: what it says is final counts, and is written instead.
 * @throws DomainError `bad-request` without a reason, `payout-batch-not-found`, `illegal-invoice-update` for a payout that has ended or
 * may still get its answer, and where Paymob says the opposite.
 */
export const end: Act<typeof endPayout> = async (ctx) => {
  const { db, env, now, params, body, reason } = ctx
  if (reason === null) throw new DomainError('bad-request', 'X-Reason: say how it is known')
  const state = STATE_OF[body.found]
  const told = await toldOutcome(env, await findStuck(ctx))
  const isTold = told !== null && told.state !== 'pending'
  await decideAndWrite(
    () => findStuck(ctx),
    (payout) => {
      const { transactionId, statusCode, reason: words } = payout
      const outcome = isTold ? told : { state, transactionId, statusCode, reason: words }
      return writeOutcome({ env, db, now }, payout, outcome, [
        ...auditStatements(ctx, {
          act: 'payoutBatch.end',
          kind: 'payout-batch',
          id: params.id,
          before: { payout: payout.id, state: payout.state },
          after: { payout: payout.id, state: outcome.state, toldByPaymob: isTold },
        }),
      ])
    },
    'illegal-invoice-update',
  )
  if (isTold && told.state !== state)
    throw new DomainError('illegal-invoice-update', `Paymob says that the payout was ${told.state}`)
  return payoutBatchView(db, params.id)
}
