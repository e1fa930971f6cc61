import { and, gte, lte } from 'drizzle-orm'
import type { Query } from '#contract/call'
import type { listInvoices } from '#contract/invoices'
import type { Db } from '#db/client'
import { withdrawals } from '#db/schema/withdrawals'
import { isAdmin } from '#domain/roles'
import { type Asked, reading } from '../http/bind.ts'
import { listFilter, numberFilter, presenceFilter } from '../http/filters.ts'
import { orderTerms, pageOf, pageStatements } from '../http/pages.ts'
import { peopleById, peopleStatement } from '../users/store.ts'
import { invoiceView } from './store.ts'

const COLUMNS = {
  created_at: withdrawals.createdAt,
  updated_at: withdrawals.updatedAt,
  amount: withdrawals.amount,
} as const

/** The statements of a page of the withdrawal requests of these accounts. */
const statements = (db: Db, query: Query<typeof listInvoices>, userIds: readonly number[] | undefined) => {
  const { minAmount, maxAmount } = query
  const where = and(
    listFilter(withdrawals.id, query.ids),
    listFilter(withdrawals.userId, userIds),
    listFilter(withdrawals.method, query.methods),
    listFilter(withdrawals.status, query.statuses),
    presenceFilter(withdrawals.receipt, query.receipt),
    numberFilter(withdrawals.amount, query.amount),
    minAmount === undefined ? undefined : gte(withdrawals.amount, minAmount),
    maxAmount === undefined ? undefined : lte(withdrawals.amount, maxAmount),
  )
  return pageStatements(db, withdrawals, where, query, orderTerms(COLUMNS, withdrawals.id, query))
}

/**
 * Lists withdrawal requests; a tutor gets only their own, whatever `users` contains (docs/rules/money.md 9.7).
 */
export const list = reading(
  ({ askerId, query, db }: Asked<typeof listInvoices>) => [
    ...statements(db, query, [askerId]),
    peopleStatement(db, [askerId]),
  ],
  async ({ actor, query, db }, [counted, own, self]) => {
    const isAny = isAdmin(actor.role)
    const { rows, ...count } = pageOf(isAny ? await db.batch(statements(db, query, query.users)) : [counted, own])
    const ids = rows.map(({ userId }) => userId)
    const tutors = peopleById(isAny ? await peopleStatement(db, ids) : self)
    const tutorOf = (id: number) => tutors.get(id) ?? { id, name: null, image: null }
    return { list: rows.map((row) => ({ ...invoiceView(row), tutor: tutorOf(row.userId) })), ...count }
  },
)
