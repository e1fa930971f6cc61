import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { updateInvoice } from '#contract/invoices'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { withdrawals } from '#db/schema/withdrawals'
import type { Instant } from '#domain/cairo'
import { DomainError, type ErrorCode, refuse } from '#domain/errors'
import { isAdmin } from '#domain/roles'
import { type Entry, payoutEntry, withdrawalReturnEntry } from '#domain/withdrawals/ledger-entries'
import { WithdrawMethod } from '#domain/withdrawals/receiver'
import { WithdrawalStatus, whyNotWithdrawalStatus } from '#domain/withdrawals/statuses'
import { deleteFileRowsStatement, deleteFiles, fileStatement, type StoredFile, storeFiles } from '../files/store.ts'
import type { Act, ActContext } from '../http/bind.ts'
import { abortIf, decideAndWrite } from '../http/constraints.ts'
import { assertVersion } from '../http/versions.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { historyStatements, waivedIn } from './cooling-off-store.ts'
import { postStatements } from './ledger-store.ts'
import { isInPayout } from './payout-batch-store.ts'
import { notifyInvoiceUpdated, type Withdrawal, withdrawalRequestOf } from './store.ts'

type UpdateAct = ActContext<typeof updateInvoice>

const { Approved, Canceled, Rejected, PendingApproval, PendingCancellation } = WithdrawalStatus

/** A tutor may only request the cancellation of their own withdrawal, without a note or a receipt. */
function whyNotForTutor({ actor, body, files }: UpdateAct, found: Withdrawal): ErrorCode | null {
  if (found.userId !== actor.id || files.has('receipt') || body.note !== undefined) return 'forbidden'
  if (body.status !== PendingCancellation) return 'illegal-invoice-update'
  return whyNotWithdrawalStatus(found.status, body.status, 'receiver')
}

function whyNotForAdmin({ body, files }: UpdateAct, found: Withdrawal): ErrorCode | null {
  const { status, note } = body
  if (status === undefined && note === undefined && !files.has('receipt')) return 'empty-request'
  return status === undefined ? null : whyNotWithdrawalStatus(found.status, status, 'admin')
}

/** A bank transfer is approved only with its receipt (docs/rules/money.md 9.6). */
function assertReceipt({ body, files }: UpdateAct, found: Withdrawal): void {
  const isBankTransfer = body.status === Approved && found.method === WithdrawMethod.Bank
  if (isBankTransfer && found.receipt === null && !files.has('receipt'))
    throw new DomainError('bad-request', 'receipt: a bank transfer is approved with its receipt')
}

/** The request as found, and whether its approval waives its cooling-off. */
type Decision = { found: Withdrawal; waives: boolean }

/**
 * @throws DomainError `invoice-not-found`, `forbidden`, `illegal-invoice-update`, `invoice-in-payout` for a decision while
 * Paymob pays it, `empty-request`, `bad-request`, `version-conflict`, `invoice-cooling-off`.
 */
async function decide(ctx: UpdateAct): Promise<Decision> {
  const { db, params } = ctx
  const [[found], ...history] = await db.batch([
    db
      .select({ ...getTableColumns(withdrawals), isPaying: isInPayout('moving').as('is_paying') })
      .from(withdrawals)
      .where(eq(withdrawals.id, params.id)),
    ...historyStatements(
      db,
      sql`SELECT ${withdrawals.userId} FROM ${withdrawals} WHERE ${withdrawals.id} = ${params.id}`,
    ),
  ])
  if (!found) throw new DomainError('invoice-not-found')
  if (isAdmin(ctx.actor.role)) assertVersion(ctx, found)
  refuse(isAdmin(ctx.actor.role) ? whyNotForAdmin(ctx, found) : whyNotForTutor(ctx, found))
  if (found.isPaying && ctx.body.status !== undefined) throw new DomainError('invoice-in-payout')
  assertReceipt(ctx, found)
  return { found, waives: ctx.body.status === Approved && waivedIn(ctx, [found], history).has(found.id) }
}

/** The ledger entry of a decision; null for one that moves no money. */
function entryOf(found: Withdrawal, status: WithdrawalStatus | undefined): Entry | null {
  if (status === Approved) return payoutEntry(withdrawalRequestOf(found))
  return status === Canceled || status === Rejected ? withdrawalReturnEntry(withdrawalRequestOf(found)) : null
}

/** Set when the tutor requests the cancellation, and cleared when an admin refuses it. */
function cancellationFlag(status: WithdrawalStatus | undefined): { cancellationAsked?: boolean } {
  if (status === PendingCancellation) return { cancellationAsked: true }
  return status === PendingApproval ? { cancellationAsked: false } : {}
}

const changesOf = ({ actor, body }: UpdateAct, waives: boolean, receipt: StoredFile | undefined, now: Instant) => ({
  ...(body.status === undefined ? {} : { status: body.status, ...cancellationFlag(body.status) }),
  ...(body.note === undefined ? {} : { adminNote: body.note === '' ? null : body.note }),
  ...(receipt ? { receipt: receipt.key } : {}),
  ...(isAdmin(actor.role) ? { addressedBy: actor.id } : {}),
  ...(waives ? { coolingOffWaivedBy: actor.id } : {}),
  updatedAt: now,
})

/** A new receipt replaces the old one. */
const fileStatements = (db: Db, found: Withdrawal, receipt: StoredFile | undefined, now: Instant): Statement[] =>
  receipt
    ? [
        ...(found.receipt === null ? [] : [deleteFileRowsStatement(db, sql`${found.receipt}`)]),
        fileStatement(db, receipt, found.userId, now),
      ]
    : []

function statements(
  ctx: UpdateAct,
  { found, waives }: Decision,
  receipt: StoredFile | undefined,
): [Statement, ...Statement[]] {
  const { db, now, body } = ctx
  const { status, adminNote, receipt: before } = found
  const changes = changesOf(ctx, waives, receipt, Math.max(now, found.updatedAt + 1))
  return [
    // Inside the batch, compares the version again that `decide` has compared.
    abortIf(
      db,
      'withdrawal-changed',
      sql`(SELECT ${withdrawals.updatedAt} <> ${found.updatedAt} OR ${withdrawals.status} <> ${found.status} FROM ${withdrawals} WHERE ${withdrawals.id} = ${found.id})`,
    ),
    ...fileStatements(db, found, receipt, now),
    db.update(withdrawals).set(changes).where(eq(withdrawals.id, found.id)),
    ...postStatements(db, entryOf(found, body.status), now),
    ...auditStatements(ctx, {
      act: 'invoice.update',
      kind: 'withdrawal',
      id: found.id,
      before: { status, adminNote, receipt: before },
      after: changes,
    }),
  ]
}

/**
 * A tutor requests the cancellation of a withdrawal; an admin decides it, sets the note or adds a receipt
 * (docs/rules/money.md 9.5). The decision and its ledger entry are one batch, which is refused when another admin has
 * changed the request meanwhile.
 * @throws DomainError `invoice-not-found`, `forbidden`, `illegal-invoice-update`, `empty-request`, `bad-request`,
 * `invoice-in-payout`, `large-file-size`, `version-conflict`, `invoice-cooling-off`.
 */
export const update: Act<typeof updateInvoice> = async (ctx) => {
  const { db, env, files, after } = ctx
  await decide(ctx)
  const file = files.get('receipt')
  const { found } = await storeFiles(ctx, file ? [{ kind: 'receipt', file }] : [], async ([receipt]) => {
    const { decision } = await decideAndWrite(
      () => decide(ctx),
      (decided) => db.batch(statements(ctx, decided, receipt)),
      'illegal-invoice-update',
    )
    return decision
  })
  if (file && found.receipt !== null) after(deleteFiles(env, [found.receipt]))
  after(notifyInvoiceUpdated(env, found.userId))
  return undefined
}
