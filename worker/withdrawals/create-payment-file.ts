import { desc, inArray, sql } from 'drizzle-orm'
import type { createPaymentFiles } from '#contract/payment-files'
import { batchReturning, type Statement } from '#db/batch'
import type { Db } from '#db/client'
import { paymentFileItems, paymentFiles } from '#db/schema/payment-files'
import { type PaymentFileDraft, paymentFilesOf, type Transfer } from '#domain/withdrawals/payment-file'
import type { Act, ActContext, Recall } from '../http/bind.ts'
import { completionStatements } from '../http/completion.ts'
import { decideAndWrite } from '../http/constraints.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { chosenStatements, payableOf } from './chosen-store.ts'
import { waivedIn } from './cooling-off-store.ts'
import { fileColumns, paymentFileViews, viewStatements } from './payment-file-store.ts'

type CreateAct = ActContext<typeof createPaymentFiles>

/**
 * @throws DomainError `invoice-not-found`, `illegal-invoice-update` for one that is not pending, `invoice-in-payment-file`,
 * `invoice-in-payout`, `invoice-cooling-off`.
 */
async function decide(ctx: CreateAct): Promise<PaymentFileDraft[]> {
  const { db, body } = ctx
  const ids = [...new Set(body.ids)]
  const { requests, history } = payableOf(ids, await db.batch([...chosenStatements(db, ids)]))
  waivedIn(ctx, requests, history)
  return paymentFilesOf(requests satisfies Transfer[])
}

const newestFile = sql<number>`(SELECT MAX(f.id) FROM ${paymentFiles} f)`

/** The ids of the latest files as a JSON array. */
const newestFiles = (count: number) =>
  sql<string>`(SELECT json_group_array(id) FROM (SELECT f.id FROM ${paymentFiles} f ORDER BY f.id DESC LIMIT ${count}))`

function statementsOf(ctx: CreateAct, { ids, ...file }: PaymentFileDraft): Statement[] {
  const { actor, db, now } = ctx
  const { content: _content, ...summary } = file
  return [
    db.insert(paymentFiles).values({ ...file, createdBy: actor.id, createdAt: now, updatedAt: now }),
    db
      .insert(paymentFileItems)
      .select(sql`SELECT ${newestFile}, value, 1 FROM json_each(${JSON.stringify(ids)}) WHERE 1`),
    ...auditStatements(ctx, {
      act: 'paymentFile.create',
      kind: 'payment-file',
      id: newestFile,
      after: { ...summary, withdrawals: ids },
    }),
  ]
}

async function viewsOf(db: Db, ids: number[]) {
  const [files, ...details] = await db.batch([
    db.select(fileColumns).from(paymentFiles).where(inArray(paymentFiles.id, ids)),
    ...viewStatements(db, ids),
  ])
  return paymentFileViews(files, details)
}

/**
 * Puts pending withdrawals into payment files (docs/rules/staff.md 8.3). A unique key allows each in one open file: of two
 * admins who choose the same one at once, one is refused and gets no file.
 * @throws DomainError `invoice-not-found`, `illegal-invoice-update`, `invoice-in-payment-file`, `invoice-in-payout`,
 * `invoice-cooling-off`.
 */
export const create: Act<typeof createPaymentFiles> = async (ctx) => {
  const { db } = ctx
  const { decision, written } = await decideAndWrite(
    () => decide(ctx),
    (drafts) =>
      batchReturning(
        db,
        [
          ...drafts.flatMap((draft) => statementsOf(ctx, draft)),
          ...completionStatements(ctx, newestFiles(drafts.length)),
        ],
        db.select(fileColumns).from(paymentFiles).orderBy(desc(paymentFiles.id)).limit(drafts.length),
      ),
    'invoice-in-payment-file',
  )
  const ids = written.slice(0, decision.length).map(({ id }) => id)
  return { list: await viewsOf(db, ids) }
}

export const recallCreated: Recall<typeof createPaymentFiles> = async ({ db }, made) => ({
  list: await viewsOf(db, JSON.parse(made) as number[]),
})
