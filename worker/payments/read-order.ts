import { and, desc, eq, isNull } from 'drizzle-orm'
import type { getTransaction, lastTransaction } from '#contract/transactions'
import { orders } from '#db/schema/orders'
import { DomainError } from '#domain/errors'
import { isAdmin } from '#domain/roles'
import { type ReadRequest, reading } from '../http/bind.ts'
import { orderDetailView, withoutCheckout } from './order-view.ts'

/**
 * Any payment for admins, their own for a student (docs/rules/money.md 3.10).
 * @throws DomainError `transaction-not-found`, `forbidden` for another student's.
 */
export const read = reading(
  ({ params, db }: ReadRequest<typeof getTransaction>) => [db.select().from(orders).where(eq(orders.id, params.id))],
  async ({ actor, session }, [[order]]) => {
    if (!order) throw new DomainError('transaction-not-found')
    if (order.userId !== actor.id && !isAdmin(actor.role)) throw new DomainError('forbidden')
    return session.viewAs ? withoutCheckout(order) : orderDetailView(order)
  },
)

/**
 * The student's newest payment, null without any, from which the checkout chooses its screen (docs/rules/money.md 3.10).
 * Refunded second payments are ignored.
 */
export const last = reading(
  ({ caller, db }: ReadRequest<typeof lastTransaction>) => [
    db
      .select()
      .from(orders)
      .where(and(eq(orders.userId, caller.id), isNull(orders.secondPaymentOf)))
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(1),
  ],
  async ({ session }, [[order]]) => {
    if (!order) return null
    return session.viewAs ? withoutCheckout(order) : orderDetailView(order)
  },
)
