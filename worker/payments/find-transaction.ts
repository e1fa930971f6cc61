import { eq } from 'drizzle-orm'
import type { Db } from '#db/client'
import { transactions } from '#db/schema/transactions'
import { DomainError } from '#domain/errors'
import { isAdmin } from '#domain/roles'
import type { Actor } from '../http/app-env.ts'
import type { Transaction } from './load-order.ts'

/** The query whose row `visibleOrder` takes. */
export const transactionById = (db: Db, id: number) => db.select().from(transactions).where(eq(transactions.id, id))

/**
 * An order that the actor may see: their own, or any for an admin.
 * @throws DomainError `transaction-not-found`, `forbidden` for another student's.
 */
export function visibleOrder([tx]: readonly Transaction[], actor: Actor): Transaction {
  if (!tx) throw new DomainError('transaction-not-found')
  if (tx.userId !== actor.id && !isAdmin(actor.role)) throw new DomainError('forbidden')
  return tx
}
