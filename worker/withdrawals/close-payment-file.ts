import { and, eq, sql } from 'drizzle-orm'
import type { dropPaymentFile, payPaymentFile } from '#contract/payment-files'
import type { Statement } from '#db/batch'
import { paymentFileItems, paymentFiles } from '#db/schema/payment-files'
import { withdrawals } from '#db/schema/withdrawals'
import { DomainError, refuse } from '#domain/errors'
import { payoutEntry } from '#domain/withdrawals/ledger-entries'
import { WithdrawMethod } from '#domain/withdrawals/receiver'
import { WithdrawalStatus, whyNotWithdrawalStatus } from '#domain/withdrawals/statuses'
import { fileStatement, type StoredFile, storeFiles } from '../files/store.ts'
import type { Act, ActContext } from '../http/bind.ts'
import { abortIf, decideAndWrite } from '../http/constraints.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { historyStatements, waivedIn } from './cooling-off-store.ts'
import { postStatements } from './ledger-store.ts'
import {
  findPaymentFile,
  type PaymentFileRow,
  paymentFileStatement,
  paymentFileViews,
  viewStatements,
  withdrawalsOf,
} from './payment-file-store.ts'
import { notifyInvoiceUpdated, type Withdrawal, withdrawalRequestOf } from './store.ts'

type PayAct = ActContext<typeof payPaymentFile>
type CloseAct = PayAct | ActContext<typeof dropPaymentFile>

/** @throws DomainError `payment-file-not-found`, `illegal-invoice-update` for a closed file. */
async function findOpen({ db, params }: CloseAct): Promise<PaymentFileRow> {
  const file = await findPaymentFile(db, params.id)
  if (file.closedAt !== null) throw new DomainError('illegal-invoice-update', 'the file is closed')
  return file
}

/** The trigger `payment_files_close_once` refuses to close a file twice. */
const closeStatement = ({ actor, db, now }: CloseAct, file: PaymentFileRow, receipt: string | null): Statement =>
  db
    .update(paymentFiles)
    .set({ receipt, closedAt: now, closedBy: actor.id, updatedAt: Math.max(now, file.updatedAt + 1) })
    .where(eq(paymentFiles.id, file.id))

/** The statements that approve one withdrawal, which must be unchanged since it was read. */
function approveStatements(ctx: PayAct, { file, waived }: Decision, found: Withdrawal): Statement[] {
  const { actor, db, now } = ctx
  const changes = {
    status: WithdrawalStatus.Approved,
    addressedBy: actor.id,
    ...(waived.has(found.id) ? { coolingOffWaivedBy: actor.id } : {}),
    updatedAt: Math.max(now, found.updatedAt + 1),
  }
  return [
    abortIf(
      db,
      'filed-withdrawal-changed',
      sql`(SELECT ${withdrawals.updatedAt} <> ${found.updatedAt} OR ${withdrawals.status} <> ${found.status} FROM ${withdrawals} WHERE ${withdrawals.id} = ${found.id})`,
    ),
    db.update(withdrawals).set(changes).where(eq(withdrawals.id, found.id)),
    ...postStatements(db, payoutEntry(withdrawalRequestOf(found)), now),
    ...auditStatements(ctx, {
      act: 'paymentFile.pay',
      kind: 'withdrawal',
      id: found.id,
      before: { status: found.status },
      after: { ...changes, paymentFile: file.id },
    }),
  ]
}

/** A file with the withdrawals that still wait, and the ids of those whose cooling-off is waived. */
type Decision = { file: PaymentFileRow; open: Withdrawal[]; waived: ReadonlySet<number> }

const tutorsOf = (fileId: number) =>
  sql`SELECT ${withdrawals.userId} FROM ${paymentFileItems} JOIN ${withdrawals} ON ${withdrawals.id} = ${paymentFileItems.withdrawalId} WHERE ${paymentFileItems.fileId} = ${fileId}`

/**
 * @throws DomainError `payment-file-not-found`, `illegal-invoice-update`, `bad-request` without a bank's receipt,
 * `invoice-cooling-off`.
 */
async function decide(ctx: PayAct): Promise<Decision> {
  const { db } = ctx
  const file = await findOpen(ctx)
  const [open, ...history] = await db.batch([
    withdrawalsOf(db, file.id, 'open'),
    ...historyStatements(db, tutorsOf(file.id)),
  ])
  if (open.length === 0) throw new DomainError('illegal-invoice-update', 'no withdrawal of the file waits')
  for (const { status } of open) refuse(whyNotWithdrawalStatus(status, WithdrawalStatus.Approved, 'admin'))
  if (file.method === WithdrawMethod.Bank && !ctx.files.has('receipt'))
    throw new DomainError('bad-request', 'receipt: a bank transfer is approved with its receipt')
  return { file, open, waived: waivedIn(ctx, open, history) }
}

/** The receipt names every receiver, so it belongs to the file, which only admins see, not to a tutor's withdrawal. */
function payStatements(ctx: PayAct, decision: Decision, receipt: StoredFile | undefined): [Statement, ...Statement[]] {
  const { actor, db, now } = ctx
  const { file, open } = decision
  return [
    closeStatement(ctx, file, receipt?.key ?? null),
    ...(receipt ? [fileStatement(db, receipt, actor.id, now)] : []),
    ...open.flatMap((one) => approveStatements(ctx, decision, one)),
    ...auditStatements(ctx, {
      act: 'paymentFile.pay',
      kind: 'payment-file',
      id: file.id,
      before: { closedAt: null },
      after: { withdrawals: open.map(({ id }) => id), receipt: receipt?.key ?? null },
    }),
  ]
}

/**
 * Approves all pending withdrawals of a file and posts their payouts, in one batch: all or none (docs/rules/staff.md 8.4).
 * @throws DomainError `payment-file-not-found`, `illegal-invoice-update` for a closed file or one without pending
 * withdrawals, `bad-request` for bank transfers without a receipt, `large-file-size`, `invoice-cooling-off`.
 */
export const pay: Act<typeof payPaymentFile> = async (ctx) => {
  const { db, env, files, after } = ctx
  await decide(ctx)
  const upload = files.get('receipt')
  const { open } = await storeFiles(ctx, upload ? [{ kind: 'receipt', file: upload }] : [], async ([receipt]) => {
    const { decision } = await decideAndWrite(
      () => decide(ctx),
      (decided) => db.batch(payStatements(ctx, decided, receipt)),
      'illegal-invoice-update',
    )
    return decision
  })
  after(Promise.all([...new Set(open.map(({ userId }) => userId))].map((id) => notifyInvoiceUpdated(env, id))))
  return { count: open.length, total: open.reduce((sum, { amount }) => sum + amount, 0) }
}

/**
 * Closes a file without paying; its withdrawals can be put into another file (docs/rules/staff.md 8.4).
 * @throws DomainError `payment-file-not-found`, `illegal-invoice-update` for a closed file.
 */
export const drop: Act<typeof dropPaymentFile> = async (ctx) => {
  const { db, now } = ctx
  const { decision } = await decideAndWrite(
    () => findOpen(ctx),
    (file) =>
      db.batch([
        closeStatement(ctx, file, null),
        db
          .update(paymentFileItems)
          .set({ open: false })
          .where(and(eq(paymentFileItems.fileId, file.id), eq(paymentFileItems.open, true))),
        ...auditStatements(ctx, {
          act: 'paymentFile.drop',
          kind: 'payment-file',
          id: file.id,
          before: { closedAt: null },
          after: { closedAt: now },
        }),
      ]),
    'illegal-invoice-update',
  )
  const [found, ...details] = await db.batch([
    paymentFileStatement(db, decision.id),
    ...viewStatements(db, [decision.id]),
  ])
  const [file] = paymentFileViews(found, details)
  if (!file) throw new DomainError('payment-file-not-found')
  return file
}
