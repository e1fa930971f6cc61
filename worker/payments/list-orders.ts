import { and, gte, lt } from 'drizzle-orm'
import type { Query } from '#contract/call'
import type { listTransactions } from '#contract/transactions'
import type { Db } from '#db/client'
import { transactions } from '#db/schema/transactions'
import { isAdmin } from '#domain/roles'
import { type ReadRequest, reading } from '../http/bind.ts'
import { listFilter, numberFilter } from '../http/filters.ts'
import { orderTerms, pageOf, pageStatements, valuesOnPage } from '../http/pages.ts'
import { peopleById, peopleStatement, personAmong } from '../users/store.ts'
import { transactionView } from './order-view.ts'

const COLUMNS = {
  createdAt: transactions.createdAt,
  amount: transactions.amount,
  paidAt: transactions.paidAt,
} as const

/** The statements of a page of the payments of these users, or of everybody, with their people. */
function statements(db: Db, query: Query<typeof listTransactions>, ofUsers: readonly number[] | undefined) {
  const { after, before } = query
  const where = and(
    listFilter(transactions.id, query.ids),
    listFilter(transactions.userId, ofUsers),
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
  const page = [transactions, where, query, orderTerms(COLUMNS, transactions.id, query)] as const
  const held = valuesOnPage([transactions.userId], ...page)
  return [...pageStatements(db, ...page), peopleStatement(db, held)] as const
}

/** Newest first; a student gets only their own, whatever `users` contains (docs/rules/money.md 3.10). */
export const list = reading(
  ({ asker, query, db }: ReadRequest<typeof listTransactions>) =>
    statements(db, query, isAdmin(asker.role) ? query.users : [asker.id]),
  async (_, [counted, found, people]) => {
    const { rows, ...count } = pageOf([counted, found])
    const students = peopleById(people)
    return {
      list: rows.map((row) => ({ ...transactionView(row), student: personAmong(students, row.userId) })),
      ...count,
    }
  },
)
