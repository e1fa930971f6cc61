import { eq } from 'drizzle-orm'
import type { Db } from '#db/client'
import { orders } from '#db/schema/orders'
import { DomainError } from '#domain/errors'
import { isAdmin } from '#domain/roles'
import type { Actor } from '../http/app-env.ts'
import type { Order } from './load-order.ts'

/** The query whose row `visibleOrder` takes. */
export const orderById = (db: Db, id: number) => db.select().from(orders).where(eq(orders.id, id))

/**
 * An order that the actor may see: their own, or any for an admin.
 * @throws DomainError `transaction-not-found`, `forbidden` for another student's.
 */
export function visibleOrder([order]: readonly Order[], actor: Actor): Order {
  if (!order) throw new DomainError('transaction-not-found')
  if (order.userId !== actor.id && !isAdmin(actor.role)) throw new DomainError('forbidden')
  return order
}
