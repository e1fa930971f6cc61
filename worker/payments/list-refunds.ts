import { and, eq } from 'drizzle-orm'
import type { listRefunds as listRefundsCall } from '#contract/transactions'
import { orders, refunds } from '#db/schema/orders'
import { users } from '#db/schema/users'
import { uploadUrl } from '../files/store.ts'
import { type ReadRequest, reading } from '../http/bind.ts'
import { listFilter, numberFilter } from '../http/filters.ts'
import { countOf, countStatement, offsetOf, orderTerms } from '../http/pages.ts'
import { orderFilter } from '../staff/figure-lists-store.ts'

/** Refunds, the last changed first. A refund that is done changes no more: its last change is when the money went back. */
export const listRefunds = reading(
  ({ query, db }: ReadRequest<typeof listRefundsCall>) => {
    const { statuses, doneAt } = query
    const where = and(
      listFilter(refunds.status, statuses),
      orderFilter(refunds.orderId, query),
      doneAt === undefined ? undefined : and(eq(refunds.status, 'done'), numberFilter(refunds.updatedAt, doneAt)),
    )
    return [
      countStatement(db, refunds, where),
      db
        .select({
          id: refunds.id,
          transactionId: refunds.orderId,
          planId: orders.planId,
          amount: refunds.amount,
          status: refunds.status,
          reason: refunds.reason,
          createdAt: refunds.createdAt,
          updatedAt: refunds.updatedAt,
          userId: orders.userId,
          name: users.name,
          englishName: users.englishName,
          image: users.image,
        })
        .from(refunds)
        .innerJoin(orders, eq(orders.id, refunds.orderId))
        .innerJoin(users, eq(users.id, orders.userId))
        .where(where)
        .orderBy(...orderTerms({ updatedAt: refunds.updatedAt }, refunds.id, query))
        .limit(query.size)
        .offset(offsetOf(query)),
    ]
  },
  async (_, [counted, rows]) => ({
    list: rows.map(({ userId, name, englishName, image, ...refund }) => ({
      ...refund,
      student: { id: userId, name, englishName, image: uploadUrl(image) },
    })),
    ...countOf(counted),
  }),
)
