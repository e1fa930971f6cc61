import { and, gte, isNotNull, lt, sql } from 'drizzle-orm'
import type { Query } from '#contract/call'
import type { listTransactions } from '#contract/transactions'
import type { Db } from '#db/client'
import { orders } from '#db/schema/orders'
import { isAdmin } from '#domain/roles'
import { type ReadRequest, reading } from '../http/bind.ts'
import { having, listFilter, numberFilter } from '../http/filters.ts'
import { orderTerms, pageOf, pageStatements, valuesOnPage } from '../http/pages.ts'
import { hasChangedPlan, originFilter } from '../staff/figure-lists-store.ts'
import { peopleById, peopleStatement, personAmong } from '../users/store.ts'
import { orderView } from './order-view.ts'

const COLUMNS = {
  createdAt: orders.createdAt,
  amount: orders.amount,
  paidAt: orders.paidAt,
} as const

/** The statements of a page of the payments of these users, or of everybody, with their people. */
function statements(db: Db, query: Query<typeof listTransactions>, ofUsers: readonly number[] | undefined) {
  const { after, before } = query
  const where = and(
    listFilter(orders.id, query.ids),
    listFilter(orders.userId, ofUsers),
    listFilter(orders.planId, query.plans),
    listFilter(orders.planPeriod, query.planPeriods),
    numberFilter(orders.amount, query.amount),
    listFilter(orders.status, query.statuses),
    listFilter(orders.paymentMethod, query.paymentMethods),
    listFilter(orders.providerRefNum, query.providerRefNums),
    numberFilter(orders.createdAt, query.createdAt),
    numberFilter(orders.paidAt, query.paidAt),
    having(query.topUps, isNotNull(orders.topUpMinutes)),
    having(query.changes, hasChangedPlan(sql`${orders}`)),
    originFilter(sql`${orders}`, { sources: query.sources }),
    after === undefined ? undefined : gte(orders.createdAt, after),
    before === undefined ? undefined : lt(orders.createdAt, before),
  )
  const page = [orders, where, query, orderTerms(COLUMNS, orders.id, query)] as const
  const held = valuesOnPage([orders.userId], ...page)
  return [...pageStatements(db, ...page), peopleStatement(db, held)] as const
}

/** Newest first; a student gets only their own, whatever `users` contains (docs/rules/money.md 3.10). */
export const list = reading(
  ({ caller, query, db }: ReadRequest<typeof listTransactions>) =>
    statements(db, query, isAdmin(caller.role) ? query.users : [caller.id]),
  async (_, [counted, found, people]) => {
    const { rows, ...count } = pageOf([counted, found])
    const students = peopleById(people)
    return {
      list: rows.map((row) => ({ ...orderView(row), student: personAmong(students, row.userId) })),
      ...count,
    }
  },
)
