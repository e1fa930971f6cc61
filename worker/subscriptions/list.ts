import { and, eq, gte, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Query } from '#contract/call'
import type { listSubscriptions } from '#contract/subscriptions'
import type { Db } from '#db/client'
import { subscriptions } from '#db/schema/subscriptions'
import type { Instant } from '#domain/cairo'
import { isAdmin } from '#domain/roles'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { type ReadRequest, reading } from '../http/bind.ts'
import { having, listFilter, numberFilter } from '../http/filters.ts'
import { orderTerms, pageOf, pageStatements, valuesOnPage } from '../http/pages.ts'
import {
  isConverted,
  isFirstPlan,
  isSmaller,
  orderFilter,
  pausedNow,
  pauseFilter,
  renewedFilter,
} from '../staff/figure-lists-store.ts'
import { peopleById, peopleStatement, personAmong } from '../users/store.ts'
import { subscriptionView } from './store.ts'

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

const isTrial = eq(subscriptions.period, PlanPeriod.FreeTrial)
const isPaid = ne(subscriptions.period, PlanPeriod.FreeTrial)

/** Of these subscriptions, those with the property, or those without it. */
const flagged = (flag: boolean | undefined, of: SQL, property: SQL): SQL | undefined =>
  flag === undefined ? undefined : and(of, having(flag, property))

type Filters = Query<typeof listSubscriptions>

/** The statements of a page of the subscriptions of these users, or of everybody, with their people. */
function statements(db: Db, query: Filters, ofUsers: readonly number[] | undefined, now: Instant) {
  const where = and(
    listFilter(subscriptions.id, query.ids),
    listFilter(subscriptions.userId, ofUsers),
    listFilter(subscriptions.planId, query.plans),
    listFilter(subscriptions.period, query.periods),
    numberFilter(subscriptions.weeklyMinutes, query.weeklyMinutes),
    numberFilter(subscriptions.createdAt, query.createdAt),
    flagged(query.first, isPaid, isFirstPlan(sql`${subscriptions}`)),
    flagged(query.converted, isTrial, isConverted(sql`${subscriptions}`)),
    orderFilter(subscriptions.orderId, { sources: query.sources }),
    numberFilter(subscriptions.start, query.startAt),
    numberFilter(subscriptions.end, query.endAt),
    renewedFilter(sql`${subscriptions}`, query.renewed, now),
    pauseFilter(subscriptions.id, query.pauseStart, now),
    flagged(query.paused, isPaid, sql`${subscriptions.id} IN (${pausedNow(now)})`),
    flagged(query.smaller, isPaid, isSmaller(sql`${subscriptions}`, now)),
    within(subscriptions.start, query.start),
    within(subscriptions.end, query.end),
  )
  const page = [subscriptions, where, query, orderTerms(COLUMNS, subscriptions.id, query)] as const
  const held = valuesOnPage([subscriptions.userId], ...page)
  return [...pageStatements(db, ...page), peopleStatement(db, held)] as const
}

/** Newest first; a student gets only their own, whatever `users` contains (docs/rules/minutes.md 3.7). */
export const list = reading(
  ({ caller, query, db, now }: ReadRequest<typeof listSubscriptions>) =>
    statements(db, query, isAdmin(caller.role) ? query.users : [caller.id], now),
  async (_, [counted, found, people]) => {
    const { rows, ...count } = pageOf([counted, found])
    const students = peopleById(people)
    return {
      list: rows.map((row) => ({ ...subscriptionView(row), student: personAmong(students, row.userId) })),
      ...count,
    }
  },
)
