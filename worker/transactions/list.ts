import { and, gte, lt } from 'drizzle-orm'
import type { Query } from '#contract/call'
import type { listTransactions } from '#contract/transactions'
import type { Db } from '#db/client'
import { transactions } from '#db/schema/transactions'
import { isAdmin } from '#domain/roles'
import { type Asked, reading } from '../http/bind.ts'
import { listFilter, numberFilter } from '../http/filters.ts'
import { orderTerms, pageOf, pageStatements } from '../http/pages.ts'
import { peopleById, peopleStatement } from '../users/store.ts'
import { transactionView } from './view.ts'

const COLUMNS = {
  createdAt: transactions.createdAt,
  amount: transactions.amount,
  paidAt: transactions.paidAt,
} as const

/** The statements of a page of the payments of these accounts. */
const statements = (db: Db, query: Query<typeof listTransactions>, userIds: readonly number[] | undefined) => {
  const { after, before } = query
  const where = and(
    listFilter(transactions.id, query.ids),
    listFilter(transactions.userId, userIds),
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
  return pageStatements(db, transactions, where, query, orderTerms(COLUMNS, transactions.id, query))
}

/** Newest first; a student gets only their own, whatever `users` contains (docs/rules/money.md 3.10). */
export const list = reading(
  ({ askerId, query, db }: Asked<typeof listTransactions>) => [
    ...statements(db, query, [askerId]),
    peopleStatement(db, [askerId]),
  ],
  async ({ actor, query, db }, [counted, own, self]) => {
    const isAny = isAdmin(actor.role)
    const { rows, ...count } = pageOf(isAny ? await db.batch(statements(db, query, query.users)) : [counted, own])
    const ids = rows.map(({ userId }) => userId)
    const students = peopleById(isAny ? await peopleStatement(db, ids) : self)
    const studentOf = (id: number) => students.get(id) ?? { id, name: null, image: null }
    return { list: rows.map((row) => ({ ...transactionView(row), student: studentOf(row.userId) })), ...count }
  },
)
