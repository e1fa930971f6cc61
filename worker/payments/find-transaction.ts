import { eq } from 'drizzle-orm'
import type { Db } from '#db/client'
import { transactions } from '#db/schema/transactions'
import { DomainError } from '#domain/errors'
import { isAdmin } from '#domain/roles'
import type { Actor } from '../http/app-env.ts'
import type { Transaction } from './load-order.ts'

/**
 * An order that the actor may see: their own, or any for an admin.
 * @throws DomainError `transaction-not-found`, `forbidden` for another student's.
 */
export async function findVisible(db: Db, actor: Actor, transactionId: number): Promise<Transaction> {
  const [tx] = await db.select().from(transactions).where(eq(transactions.id, transactionId))
  if (!tx) throw new DomainError('transaction-not-found')
  if (tx.userId !== actor.id && !isAdmin(actor.role)) throw new DomainError('forbidden')
  return tx
}
