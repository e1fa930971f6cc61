import { and, eq, sql } from 'drizzle-orm'
import { couponRedemptions } from '#db/schema/coupons'
import { type Checkout, transactions } from '#db/schema/transactions'
import { describeRefusal } from '#domain/payments/refusals'
import { TransactionStatus } from '#domain/payments/transaction'
import { notifyUsers } from '../../party/stubs.ts'
import { webOrigins } from '../env.ts'
import { ProviderAway } from '../outside/ask.ts'
import type { Transaction } from './facts.ts'
import { openOrder, type PlacedOrder, type Wish } from './order.ts'
import { awayAs, cancelAtProvider, refusedBy } from './provider.ts'
import { applyNews, type Work } from './store.ts'

/** What the provider gave us for the student, with its own numbers of the order. */
export type Accepted = { isOk: true; checkout: Checkout; reference?: string | null; orderId?: string }
type Sent = Accepted | { isOk: false; code: string; words: string }

/** The failure code of an order whose announcement got no answer. */
export const NO_ANSWER = 'no-answer'

const { New, Processed, Failed, Canceled } = TransactionStatus
const isNew = (tx: Transaction) => and(eq(transactions.id, tx.id), eq(transactions.status, New))

const tell = ({ env, after }: Work, tx: Transaction, status: TransactionStatus) =>
  after(notifyUsers(env, [tx.userId], { event: 'TransactionStatusUpdate', payload: { transactionId: tx.id, status } }))

/** The provider has taken the order. If it was given up meanwhile, it is given up there too. */
async function accept(work: Work, tx: Transaction, { checkout, reference, orderId }: Accepted): Promise<void> {
  const { db, env, now, after } = work
  const known = {
    checkout,
    ...(reference ? { providerRefNum: reference } : {}),
    ...(orderId ? { providerOrderId: orderId } : {}),
  }
  const changed = await db
    .update(transactions)
    .set({ ...known, status: Processed, updatedAt: Math.max(now, tx.updatedAt + 1) })
    .where(isNew(tx))
    .returning({ id: transactions.id })
  if (changed.length > 0) return tell(work, tx, Processed)
  // The provider's notice, or the student's cancellation, was faster than its answer to us.
  const [moved] = await db.update(transactions).set(known).where(eq(transactions.id, tx.id)).returning()
  if (moved?.status === Canceled) after(cancelAtProvider(env, moved, moved.providerRefNum))
}

/** The order ends before it began; its coupon can be used again. Money that comes for it all the same still counts. */
async function fail(work: Work, tx: Transaction, failure: { code: string; words: string }): Promise<void> {
  const { db, now } = work
  await db.batch([
    db
      .update(transactions)
      .set({
        status: Failed,
        failureCode: failure.code,
        failureReason: failure.words.slice(0, 255),
        updatedAt: Math.max(now, tx.updatedAt + 1),
      })
      .where(isNew(tx)),
    db
      .delete(couponRedemptions)
      .where(
        and(
          eq(couponRedemptions.txId, tx.id),
          sql`(SELECT ${transactions.status} FROM ${transactions} WHERE ${transactions.id} = ${tx.id}) = ${Failed}`,
        ),
      ),
  ])
  tell(work, tx, Failed)
}

/** A coupon has paid for everything: nobody needs to be asked. */
async function beginFree(work: Work, { tx }: PlacedOrder): Promise<Accepted> {
  await applyNews(work, tx.id, { report: { event: 'pay', refundedTotal: null } })
  const redirectUrl = `${webOrigins(work.env)[0]}/payments`
  return { isOk: true, checkout: { redirectUrl, referenceNumber: '0', walletQr: null }, reference: '0' }
}

/**
 * Writes an order down, announces it to its provider, and keeps what the student needs to pay it.
 * @throws DomainError the codes of `openOrder`; `fawry-error` or `service-unavailable` when the provider refuses or does
 * not answer: the order has then failed.
 */
export async function placeOrder(
  work: Work,
  studentId: number,
  wish: Wish,
  send: (order: PlacedOrder) => Promise<Sent>,
): Promise<{ tx: Transaction; accepted: Accepted }> {
  const order = await openOrder(work, studentId, wish)
  const { tx } = order
  if (tx.amount === 0) return { tx, accepted: await beginFree(work, order) }
  const sent = await send(order).catch(async (error) => {
    const words = error instanceof ProviderAway ? describeRefusal('no-answer', null, null) : 'unexpected'
    await fail(work, tx, { code: NO_ANSWER, words })
    return awayAs(tx.provider, error)
  })
  if (!sent.isOk) {
    await fail(work, tx, sent)
    throw refusedBy(tx.provider, sent)
  }
  await accept(work, tx, sent)
  return { tx, accepted: sent }
}
