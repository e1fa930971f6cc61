import { and, gte, lt } from 'drizzle-orm'
import type { listTransactions } from '#contract/transactions'
import { transactions } from '#db/schema/transactions'
import { isAdmin } from '#domain/roles'
import type { Act } from '../http/bind.ts'
import { listFilter, numberFilter } from '../http/filters.ts'
import { orderedPage, orderTerms } from '../http/pages.ts'
import { peopleOf } from '../users/store.ts'
import { transactionView } from './view.ts'

const COLUMNS = {
  createdAt: transactions.createdAt,
  amount: transactions.amount,
  paidAt: transactions.paidAt,
} as const

/** Newest first; a student gets only their own, whatever `users` contains (docs/rules/money.md 3.10). */
export const list: Act<typeof listTransactions> = async ({ actor, query, db }) => {
  const { after, before } = query
  const where = and(
    listFilter(transactions.id, query.ids),
    listFilter(transactions.userId, isAdmin(actor.role) ? query.users : [actor.id]),
    listFilter(transactions.planId, query.plans),
    listFilter(transactions.planPeriod, query.planPeriods),
    numberFilter(transactions.amount, query.amount),
    listFilter(transactions.status, query.statuses),
    listFilter(transactions.paymentMethod, query.paymentMethods),
    listFilter(transactions.providerRefNum, query.providerRefNums),
    numberFilter(transactions.createdAt, query.createdAt),
    after === undefined ? undefined : gte(transactions.createdAt, after),
    before === undefined ? undefined : lt(transactions.createdAt, before),
  )
  const { rows, ...count } = await orderedPage(
    db,
    transactions,
    where,
    query,
    orderTerms(COLUMNS, transactions.id, query),
  )
  const students = await peopleOf(
    db,
    rows.map(({ userId }) => userId),
  )
  const studentOf = (id: number) => students.get(id) ?? { id, name: null, image: null }
  return { list: rows.map((row) => ({ ...transactionView(row), student: studentOf(row.userId) })), ...count }
}
