import { and, gte, lte } from 'drizzle-orm'
import type { Query } from '#contract/call'
import type { listInvoices } from '#contract/invoices'
import type { Db } from '#db/client'
import { withdrawals } from '#db/schema/withdrawals'
import { isAdmin } from '#domain/roles'
import { type ReadRequest, reading } from '../http/bind.ts'
import { listFilter, numberFilter, presenceFilter } from '../http/filters.ts'
import { orderTerms, pageOf, pageStatements, valuesOnPage } from '../http/pages.ts'
import { peopleById, peopleStatement, personAmong } from '../users/store.ts'
import { coolingOffOfRequest, historyStatements } from './cooling-off-store.ts'
import { newestPayoutsStatement } from './payout-batch-store.ts'
import { invoiceView } from './store.ts'

const COLUMNS = {
  created_at: withdrawals.createdAt,
  updated_at: withdrawals.updatedAt,
  amount: withdrawals.amount,
} as const

/** The statements of a page of the requests of these users, or of everybody, with their people. */
function statements(db: Db, query: Query<typeof listInvoices>, ofUsers: readonly number[] | undefined) {
  const { minAmount, maxAmount } = query
  const where = and(
    listFilter(withdrawals.id, query.ids),
    listFilter(withdrawals.userId, ofUsers),
    listFilter(withdrawals.method, query.methods),
    listFilter(withdrawals.status, query.statuses),
    presenceFilter(withdrawals.receipt, query.receipt),
    numberFilter(withdrawals.amount, query.amount),
    minAmount === undefined ? undefined : gte(withdrawals.amount, minAmount),
    maxAmount === undefined ? undefined : lte(withdrawals.amount, maxAmount),
  )
  const page = [withdrawals, where, query, orderTerms(COLUMNS, withdrawals.id, query)] as const
  const tutors = valuesOnPage([withdrawals.userId], ...page)
  return [
    ...pageStatements(db, ...page),
    peopleStatement(db, tutors),
    newestPayoutsStatement(db, valuesOnPage([withdrawals.id], ...page)),
    ...historyStatements(db, tutors),
  ] as const
}

/** Lists withdrawal requests; a tutor gets only their own, whatever `users` contains (docs/rules/money.md 9.7). */
export const list = reading(
  ({ caller, query, db }: ReadRequest<typeof listInvoices>) =>
    statements(db, query, isAdmin(caller.role) ? query.users : [caller.id]),
  async ({ actor, now }, [counted, found, people, attempts, ...history]) => {
    const { rows, ...count } = pageOf([counted, found])
    const tutors = peopleById(people)
    // Paymob's words are for staff.
    const payouts = new Map(isAdmin(actor.role) ? attempts.map((one) => [one.withdrawalId, one]) : [])
    const list = rows.map((row) => ({
      ...invoiceView(row),
      tutor: personAmong(tutors, row.userId),
      coolingOff: coolingOffOfRequest(row, history, now),
      payout: payouts.get(row.id) ?? null,
    }))
    return { list, ...count }
  },
)
