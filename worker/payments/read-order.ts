import { and, desc, eq, isNull } from 'drizzle-orm'
import type { getTransaction, lastTransaction } from '#contract/transactions'
import { transactions } from '#db/schema/transactions'
import { DomainError } from '#domain/errors'
import { isAdmin } from '#domain/roles'
import { type ReadRequest, reading } from '../http/bind.ts'
import { transactionDetailView, withoutCheckout } from './order-view.ts'

/**
 * Any payment for admins, their own for a student (docs/rules/money.md 3.10).
 * @throws DomainError `transaction-not-found`, `forbidden` for another student's.
 */
export const read = reading(
  ({ params, db }: ReadRequest<typeof getTransaction>) => [
    db.select().from(transactions).where(eq(transactions.id, params.id)),
  ],
  async ({ actor, session }, [[tx]]) => {
    if (!tx) throw new DomainError('transaction-not-found')
    if (tx.userId !== actor.id && !isAdmin(actor.role)) throw new DomainError('forbidden')
    return session.viewAs ? withoutCheckout(tx) : transactionDetailView(tx)
  },
)

/**
 * The student's newest payment, null without any, from which the checkout chooses its screen (docs/rules/money.md 3.10).
 * Refunded second payments are ignored.
 */
export const last = reading(
  ({ asker, db }: ReadRequest<typeof lastTransaction>) => [
    db
      .select()
      .from(transactions)
      .where(and(eq(transactions.userId, asker.id), isNull(transactions.secondPaymentOf)))
      .orderBy(desc(transactions.createdAt), desc(transactions.id))
      .limit(1),
  ],
  async ({ session }, [[tx]]) => {
    if (!tx) return null
    return session.viewAs ? withoutCheckout(tx) : transactionDetailView(tx)
  },
)
