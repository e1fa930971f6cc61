import { and, gte, lt, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { listSubscriptions } from '#contract/subscriptions'
import { subscriptions } from '#db/schema/subscriptions'
import type { Instant } from '#domain/cairo'
import { isAdmin } from '#domain/roles'
import type { Act } from '../http/bind.ts'
import { listFilter, numberFilter } from '../http/filters.ts'
import { orderedPage, orderTerms } from '../http/pages.ts'
import { peopleOf } from '../users/store.ts'

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

/** Newest first; a student gets only their own, whatever `users` contains (docs/rules/minutes.md 3.7). */
export const list: Act<typeof listSubscriptions> = async ({ actor, query, db }) => {
  const where = and(
    listFilter(subscriptions.id, query.ids),
    listFilter(subscriptions.userId, isAdmin(actor.role) ? query.users : [actor.id]),
    listFilter(subscriptions.planId, query.plans),
    listFilter(subscriptions.period, query.periods),
    numberFilter(subscriptions.weeklyMinutes, query.weeklyMinutes),
    numberFilter(subscriptions.createdAt, query.createdAt),
    within(subscriptions.start, query.start),
    within(subscriptions.end, query.end),
  )
  const { rows, ...count } = await orderedPage(
    db,
    subscriptions,
    where,
    query,
    orderTerms(COLUMNS, subscriptions.id, query),
  )
  const students = await peopleOf(
    db,
    rows.map(({ userId }) => userId),
  )
  const studentOf = (id: number) => students.get(id) ?? { id, name: null, image: null }
  return { list: rows.map((row) => ({ ...row, student: studentOf(row.userId) })), ...count }
}
