import { and, desc, eq, isNull } from 'drizzle-orm'
import type { getTransaction, lastTransaction } from '#contract/transactions'
import { transactions } from '#db/schema/transactions'
import { DomainError } from '#domain/errors'
import { isAdmin } from '#domain/roles'
import type { Act } from '../http/bind.ts'
import { transactionDetailView, withoutCheckout } from './view.ts'

/**
 * Any payment for admins, their own for a student (docs/rules/money.md 3.10).
 * @throws DomainError `transaction-not-found`, `forbidden` for another student's.
 */
export const read: Act<typeof getTransaction> = async ({ actor, session, params, db }) => {
  const [tx] = await db.select().from(transactions).where(eq(transactions.id, params.id))
  if (!tx) throw new DomainError('transaction-not-found')
  if (tx.userId !== actor.id && !isAdmin(actor.role)) throw new DomainError('forbidden')
  return session.viewAs ? withoutCheckout(tx) : transactionDetailView(tx)
}

/**
 * The student's newest payment, null for none: the checkout decides by it which screen to show
 * (docs/rules/money.md 3.10). A second payment that is given back is not it.
 */
export const last: Act<typeof lastTransaction> = async ({ actor, session, db }) => {
  const [tx] = await db
    .select()
    .from(transactions)
    .where(and(eq(transactions.userId, actor.id), isNull(transactions.secondPaymentOf)))
    .orderBy(desc(transactions.createdAt), desc(transactions.id))
    .limit(1)
  if (!tx) return null
  return session.viewAs ? withoutCheckout(tx) : transactionDetailView(tx)
}
