import { and, gte, lt, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Query } from '#contract/call'
import type { listSubscriptions } from '#contract/subscriptions'
import type { Db } from '#db/client'
import { subscriptions } from '#db/schema/subscriptions'
import type { Instant } from '#domain/cairo'
import { isAdmin } from '#domain/roles'
import { type Asked, reading } from '../http/bind.ts'
import { listFilter, numberFilter } from '../http/filters.ts'
import { orderTerms, pageOf, pageStatements } from '../http/pages.ts'
import { peopleById, peopleStatement } from '../users/store.ts'

const COLUMNS = {
  createdAt: subscriptions.createdAt,
  start: subscriptions.start,
  end: subscriptions.end,
} as const

type Window = { after?: Instant | undefined; before?: Instant | undefined } | undefined

const within = (column: SQLiteColumn, window: Window): SQL | undefined =>
  and(
    window?.after === undefined ? undefined : gte(column, window.after),
    window?.before === undefined ? undefined : lt(column, window.before),
  )

/** The statements of a page of the subscriptions of these accounts. */
const statements = (db: Db, query: Query<typeof listSubscriptions>, userIds: readonly number[] | undefined) => {
  const where = and(
    listFilter(subscriptions.id, query.ids),
    listFilter(subscriptions.userId, userIds),
    listFilter(subscriptions.planId, query.plans),
    listFilter(subscriptions.period, query.periods),
    numberFilter(subscriptions.weeklyMinutes, query.weeklyMinutes),
    numberFilter(subscriptions.createdAt, query.createdAt),
    within(subscriptions.start, query.start),
    within(subscriptions.end, query.end),
  )
  return pageStatements(db, subscriptions, where, query, orderTerms(COLUMNS, subscriptions.id, query))
}

/** Newest first; a student gets only their own, whatever `users` contains (docs/rules/minutes.md 3.7). */
export const list = reading(
  ({ askerId, query, db }: Asked<typeof listSubscriptions>) => [
    ...statements(db, query, [askerId]),
    peopleStatement(db, [askerId]),
  ],
  async ({ actor, query, db }, [counted, own, self]) => {
    const isAny = isAdmin(actor.role)
    const { rows, ...count } = pageOf(isAny ? await db.batch(statements(db, query, query.users)) : [counted, own])
    const ids = rows.map(({ userId }) => userId)
    const students = peopleById(isAny ? await peopleStatement(db, ids) : self)
    const studentOf = (id: number) => students.get(id) ?? { id, name: null, image: null }
    return { list: rows.map((row) => ({ ...row, student: studentOf(row.userId) })), ...count }
  },
)
