import { eq, sql } from 'drizzle-orm'
import type { createInvoice } from '#contract/invoices'
import { batchReturning, type RowsOf } from '#db/batch'
import type { Db } from '#db/client'
import { withdrawals } from '#db/schema/withdrawals'
import type { Instant } from '#domain/cairo'
import { DomainError, refuse } from '#domain/errors'
import { withdrawalEntry } from '#domain/withdrawals/ledger-entries'
import type { WithdrawMethod } from '#domain/withdrawals/receiver'
import { whyNotWithdrawalAmount } from '#domain/withdrawals/request'
import { type ActContext, type ReadRequest, type Recall, reading } from '../http/bind.ts'
import { completionStatements } from '../http/completion.ts'
import { decideAndWriteFrom } from '../http/constraints.ts'
import { storedSettings, valuesOf } from '../settings/store.ts'
import {
  balanceStatement,
  dueStatements,
  isSettled,
  postStatements,
  settleLessons,
  withdrawable,
} from './ledger-store.ts'
import { invoiceView, notifyInvoiceUpdated } from './store.ts'

const newestWithdrawalOf = (tutorId: number) =>
  sql<number>`(SELECT MAX(w.id) FROM ${withdrawals} w WHERE w.user_id = ${tutorId})`

const decisionStatements = ({ caller, db, now }: ReadRequest<typeof createInvoice>) =>
  [storedSettings(db), ...dueStatements(db, now, caller.id), balanceStatement(db, caller.id)] as const

type Read = RowsOf<ReturnType<typeof decisionStatements>>

/** The piastres that the tutor may withdraw: as read, unless lessons had to be settled first. */
async function spendable(db: Db, tutorId: number, now: Instant, [, absences, unsettled, released, [sum]]: Read) {
  if (isSettled([absences, unsettled, released])) return sum?.balance ?? 0
  await settleLessons(db, now, { tutorId })
  return withdrawable(db, tutorId)
}

/**
 * Requests a withdrawal and reserves its amount in the same batch. If two concurrent requests would overdraw the balance, a
 * trigger of the ledger refuses the second (docs/rules/money.md 9.2), and the balance is read again.
 * @throws DomainError `service-unavailable` while withdrawals are paused, `invoice-min-amount-subceeded`,
 * `invoice-max-amount-exceeded`.
 */
export const create = reading(decisionStatements, async (ctx: ActContext<typeof createInvoice>, rows) => {
  const { actor, body, db, env, now, after } = ctx
  const { amount, note = null, receiver } = body
  const method: WithdrawMethod = body.method
  const settings = valuesOf(rows[0])
  if (settings.withdrawalsPaused) throw new DomainError('service-unavailable')
  const limits = { min: settings.minWithdrawal, max: settings.maxWithdrawal }
  const newest = newestWithdrawalOf(actor.id)
  const { written } = await decideAndWriteFrom(
    { first: await spendable(db, actor.id, now, rows), readAgain: () => withdrawable(db, actor.id) },
    (balance) => refuse(whyNotWithdrawalAmount(amount, balance, limits)),
    () =>
      batchReturning(
        db,
        [
          db
            .insert(withdrawals)
            .values({ userId: actor.id, method, receiver, amount, note, createdAt: now, updatedAt: now }),
          ...completionStatements(ctx, newest),
          ...postStatements(db, withdrawalEntry({ withdrawalId: 0, tutorId: actor.id, amount }), now, newest),
        ],
        db.select().from(withdrawals).where(eq(withdrawals.id, newest)),
      ),
    'invoice-max-amount-exceeded',
  )
  const [requested] = written
  if (!requested) throw new DomainError('unexpected')
  after(notifyInvoiceUpdated(env, actor.id))
  return invoiceView(requested)
})

/** @throws DomainError `invoice-not-found`. */
export const recallCreated: Recall<typeof createInvoice> = async ({ db }, made) => {
  const [requested] = await db
    .select()
    .from(withdrawals)
    .where(eq(withdrawals.id, Number(made)))
  if (!requested) throw new DomainError('invoice-not-found')
  return invoiceView(requested)
}
