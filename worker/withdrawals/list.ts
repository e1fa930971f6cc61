import { and, gte, lte } from 'drizzle-orm'
import type { listInvoices } from '#contract/invoices'
import { withdrawals } from '#db/schema/withdrawals'
import { isAdmin } from '#domain/roles'
import type { Act } from '../http/bind.ts'
import { listFilter, numberFilter, presenceFilter } from '../http/filters.ts'
import { countOf, countStatement, offsetOf, orderTerms } from '../http/pages.ts'
import { peopleOf } from '../users/store.ts'
import { invoiceView } from './store.ts'

const COLUMNS = {
  created_at: withdrawals.createdAt,
  updated_at: withdrawals.updatedAt,
  amount: withdrawals.amount,
} as const

/**
 * Lists withdrawal requests; a tutor gets only their own, whatever `users` contains (docs/rules/money.md 9.7).
 */
export const list: Act<typeof listInvoices> = async ({ actor, query, db }) => {
  const { minAmount, maxAmount } = query
  const where = and(
    listFilter(withdrawals.id, query.ids),
    listFilter(withdrawals.userId, isAdmin(actor.role) ? query.users : [actor.id]),
    listFilter(withdrawals.method, query.methods),
    listFilter(withdrawals.status, query.statuses),
    presenceFilter(withdrawals.receipt, query.receipt),
    numberFilter(withdrawals.amount, query.amount),
    minAmount === undefined ? undefined : gte(withdrawals.amount, minAmount),
    maxAmount === undefined ? undefined : lte(withdrawals.amount, maxAmount),
  )
  const [counted, rows] = await db.batch([
    countStatement(db, withdrawals, where),
    db
      .select()
      .from(withdrawals)
      .where(where)
      .orderBy(...orderTerms(COLUMNS, withdrawals.id, query))
      .limit(query.size)
      .offset(offsetOf(query)),
  ])
  const tutors = await peopleOf(
    db,
    rows.map(({ userId }) => userId),
  )
  const tutorOf = (id: number) => tutors.get(id) ?? { id, name: null, image: null }
  const list = rows.map((row) => ({ ...invoiceView(row), tutor: tutorOf(row.userId) }))
  return { list, ...countOf(counted) }
}
