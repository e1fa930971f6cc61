import { and, type SQL, sql } from 'drizzle-orm'
import type { Query } from '#contract/call'
import type { listUsers } from '#contract/users'
import type { Db } from '#db/client'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { type ReadRequest, reading } from '../http/bind.ts'
import { accountFilter, accountTextFilter, FEW_FOUND, foundAccounts, foundCount, isAmong } from '../http/filters.ts'
import { countStatement, offsetOf, orderTerms, pageOf, pageStatements } from '../http/pages.ts'
import { accountFilters, matchingAccounts, SEARCHED } from './filters-store.ts'
import { userView } from './store.ts'

const COLUMNS = {
  createdAt: users.createdAt,
  name: users.name,
  email: users.email,
  lastSeen: users.lastSeen,
} as const

type Filters = Query<typeof listUsers>

/**
 * Up to this row, scanning the list is short when many accounts match; for later rows, comparing the scanned texts takes
 * too long.
 */
const NEAR = 100

/** The ids of a page of the matching accounts, if `isChosen`; a limit of 0 reads nothing. */
function idsOfPage(query: Filters, where: SQL | undefined, isChosen: SQL): SQL {
  const order = sql.join([...orderTerms(COLUMNS, users.id, query)], sql`, `)
  return sql`SELECT id FROM (SELECT ${users.id} AS id FROM ${users} WHERE ${where ?? sql`1`} ORDER BY ${order}
    LIMIT CASE WHEN ${isChosen} THEN ${query.size} ELSE 0 END OFFSET ${offsetOf(query)})`
}

/**
 * A page of the accounts that contain a word. Few matches are read and sorted; for many matches the list is scanned in its
 * order. The same statement counts the matches to choose between the two.
 */
function wordStatements(db: Db, query: Filters, now: Instant, probe: SQL<number>) {
  const { search, match } = query
  const filters = accountFilters(query, now)
  const isNear = offsetOf(query) + query.size <= NEAR
  const scanned = isNear
    ? accountTextFilter(SEARCHED, search, match)
    : accountFilter(users.id, SEARCHED, search, match, 'scanned')
  const isFew = sql`(SELECT found FROM probe) <= ${FEW_FOUND}`
  const ids = sql`WITH probe(found) AS MATERIALIZED (${probe})
    ${idsOfPage(query, and(filters, accountFilter(users.id, SEARCHED, search, match)), isFew)}
    UNION ALL ${idsOfPage(query, and(filters, scanned), sql`NOT ${isFew}`)}`
  const found = foundAccounts(SEARCHED, search, match)
  const counted = filters ? sql`${found} CROSS JOIN ${users} ON ${users.id} = found.id` : found
  return [
    countStatement(db, counted, filters),
    db
      .select()
      .from(users)
      .where(isAmong(users.id, ids))
      .orderBy(...orderTerms(COLUMNS, users.id, query)),
  ] as const
}

/** For texts that no index finds, and without a word. */
function statements(db: Db, query: Filters, now: Instant) {
  return pageStatements(db, users, matchingAccounts(query, now), query, orderTerms(COLUMNS, users.id, query))
}

/** Accounts, searched and filtered (docs/rules/api.md 3.7). */
export const list = reading(
  ({ db, query, now }: ReadRequest<typeof listUsers>) => {
    const probe = foundCount(SEARCHED, query.search, query.match)
    return probe ? wordStatements(db, query, now, probe) : statements(db, query, now)
  },
  async (_, found) => {
    const { rows, ...count } = pageOf(found)
    return { list: rows.map(userView), ...count }
  },
)
