import { sql } from 'drizzle-orm'
import type { createPayoutBatch } from '#contract/payouts'
import { batchReturning, type Statement } from '#db/batch'
import { payoutBatches, payouts } from '#db/schema/payouts'
import { DomainError } from '#domain/errors'
import type { Piastres } from '#domain/money'
import { needsSecondAdmin, type PayoutRoute, payoutRouteOf } from '#domain/withdrawals/payout'
import type { Act, ActContext, Recall } from '../http/bind.ts'
import { completionStatements } from '../http/completion.ts'
import { decideAndWrite } from '../http/constraints.ts'
import { storedSettings, valuesOf } from '../settings/store.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { chosenStatements, payableOf } from './chosen-store.ts'
import { coolingOffOfRequest } from './cooling-off-store.ts'
import { batchStatement, onItsWayStatement, payoutBatchView } from './payout-batch-store.ts'
import { assertBudget, readBudget } from './payout-budget.ts'
import { sendPayouts } from './send-payouts.ts'

type CreateAct = ActContext<typeof createPayoutBatch>

type Draft = PayoutRoute & { withdrawalId: number; fullName: string; amount: Piastres }

type Decision = { drafts: Draft[]; total: Piastres; needsSecond: boolean }

/**
 * @throws DomainError `invoice-not-found`, `illegal-invoice-update` for one that is not pending, `invoice-in-payment-file`,
 * `invoice-in-payout`, `invoice-cooling-off`, `payout-receiver-not-payable`, `payout-budget-exceeded`.
 */
async function decide({ db, body, now }: CreateAct, budget: Piastres): Promise<Decision> {
  const ids = [...new Set(body.ids)]
  const [[onItsWay], stored, ...chosen] = await db.batch([
    onItsWayStatement(db),
    storedSettings(db),
    ...chosenStatements(db, ids),
  ])
  const { requests, history } = payableOf(ids, chosen)
  const cooling = requests.find((one) => coolingOffOfRequest(one, history, now))
  if (cooling) throw new DomainError('invoice-cooling-off', `request ${cooling.id} cools off`)
  const drafts = requests
    .toSorted((one, other) => one.id - other.id)
    .map(({ id, name, method, receiver, amount }) => {
      const route = payoutRouteOf(method, receiver)
      if (!route || !name) throw new DomainError('payout-receiver-not-payable', `ids: no issuer pays ${id}`)
      return { ...route, withdrawalId: id, fullName: name, amount }
    })
  const total = drafts.reduce((sum, { amount }) => sum + amount, 0)
  assertBudget({ budget, onItsWay: onItsWay?.total ?? 0, total })
  return { drafts, total, needsSecond: needsSecondAdmin(total, valuesOf(stored).payoutLimit) }
}

const newestBatch = sql<number>`(SELECT MAX(b.id) FROM ${payoutBatches} b)`

/** The values are bound as one JSON text: D1 allows at most 100 parameters per statement. */
function payoutsStatement({ db, now }: CreateAct, { drafts, needsSecond }: Decision): Statement {
  const rows = drafts.map((draft) => ({ ...draft, reference: crypto.randomUUID() }))
  const of = (field: keyof (typeof rows)[number]) => sql.raw(`value ->> '${field}'`)
  const state = needsSecond ? 'prepared' : 'ready'
  return db
    .insert(payouts)
    .select(
      sql`SELECT NULL, ${newestBatch}, ${of('withdrawalId')}, ${of('reference')}, ${of('issuer')}, ${of('account')}, ${of('bankCode')}, ${of('fullName')}, ${of('amount')}, ${state}, NULL, NULL, NULL, NULL, NULL, ${now}, ${now} FROM json_each(${JSON.stringify(rows)}) WHERE 1`,
    )
}

function statementsOf(ctx: CreateAct, decision: Decision): Statement[] {
  const { actor, db, now } = ctx
  const { drafts, total, needsSecond } = decision
  const batch = { count: drafts.length, total, needsSecond }
  const confirmation = needsSecond ? {} : { confirmedBy: actor.id, confirmedAt: now }
  return [
    db.insert(payoutBatches).values({ ...batch, ...confirmation, createdBy: actor.id, createdAt: now, updatedAt: now }),
    payoutsStatement(ctx, decision),
    ...auditStatements(ctx, {
      act: 'payoutBatch.create',
      kind: 'payout-batch',
      id: newestBatch,
      after: { ...batch, withdrawals: drafts.map(({ withdrawalId }) => withdrawalId) },
    }),
    ...completionStatements(ctx, newestBatch),
  ]
}

/**
 * Puts pending withdrawals into a batch that Paymob pays, at once, or above the limit of the settings when a second admin has
 * confirmed it (docs/rules/money.md 10.4). A unique key and triggers keep each withdrawal in one batch or file: of two admins
 * who choose the same one at once, one is refused.
 * @throws DomainError `service-unavailable` without an account or an answer of Paymob, `invoice-not-found`,
 * `illegal-invoice-update`, `invoice-in-payment-file`, `invoice-in-payout`, `invoice-cooling-off`,
 * `payout-receiver-not-payable`, `payout-budget-exceeded`.
 */
export const create: Act<typeof createPayoutBatch> = async (ctx) => {
  const { db, env, now, after } = ctx
  const budget = await readBudget(env)
  const { decision, written } = await decideAndWrite(
    () => decide(ctx, budget),
    (decided) => batchReturning(db, statementsOf(ctx, decided), batchStatement(db, newestBatch)),
    'invoice-in-payout',
  )
  const [made] = written
  if (!made) throw new DomainError('unexpected')
  if (!decision.needsSecond) after(sendPayouts(env, db, now))
  return payoutBatchView(db, made.id)
}

export const recallCreated: Recall<typeof createPayoutBatch> = ({ db }, made) => payoutBatchView(db, Number(made))
