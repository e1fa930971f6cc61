import { eq, sql } from 'drizzle-orm'
import type { createInvoice } from '#contract/invoices'
import { batchReturning } from '#db/batch'
import { withdrawals } from '#db/schema/withdrawals'
import { DomainError, refuse } from '#domain/errors'
import { withdrawalEntry } from '#domain/ledger/entries'
import type { WithdrawMethod } from '#domain/withdrawals/receiver'
import { whyNotWithdrawalAmount } from '#domain/withdrawals/request'
import type { Act, Recall } from '../http/bind.ts'
import { completionStatements } from '../http/completion.ts'
import { decideAndWrite } from '../http/constraints.ts'
import { postStatements, settleLessons, withdrawable } from '../ledger/store.ts'
import { loadSettings } from '../settings/store.ts'
import { invoiceView, notifyInvoiceUpdated } from './store.ts'

const newestWithdrawalOf = (tutorId: number) =>
  sql<number>`(SELECT MAX(w.id) FROM ${withdrawals} w WHERE w.user_id = ${tutorId})`

/**
 * Requests a withdrawal and reserves its amount in the same batch. A trigger of the ledger refuses what two concurrent
 * requests would overdraw (docs/rules/money.md 9.2).
 * @throws DomainError `service-unavailable` while withdrawals are paused, `invoice-min-amount-subceeded`,
 * `invoice-max-amount-exceeded`.
 */
export const create: Act<typeof createInvoice> = async (at) => {
  const { actor, body, db, env, now, after } = at
  const { amount, note = null, receiver } = body
  const method: WithdrawMethod = body.method
  const settings = await loadSettings(db)
  if (settings.withdrawalsPaused) throw new DomainError('service-unavailable')
  const limits = { min: settings.minWithdrawal, max: settings.maxWithdrawal }
  await settleLessons(db, now, { tutorId: actor.id })
  const newest = newestWithdrawalOf(actor.id)
  const { written } = await decideAndWrite(
    async () => refuse(whyNotWithdrawalAmount(amount, await withdrawable(db, actor.id), limits)),
    () =>
      batchReturning(
        db,
        [
          db
            .insert(withdrawals)
            .values({ userId: actor.id, method, receiver, amount, note, createdAt: now, updatedAt: now }),
          ...completionStatements(at, newest),
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
}

/** @throws DomainError `invoice-not-found`. */
export const recallCreated: Recall<typeof createInvoice> = async ({ db }, made) => {
  const [requested] = await db
    .select()
    .from(withdrawals)
    .where(eq(withdrawals.id, Number(made)))
  if (!requested) throw new DomainError('invoice-not-found')
  return invoiceView(requested)
}
