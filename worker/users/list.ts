import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Query } from '#contract/call'
import type { listUsers } from '#contract/users'
import type { Db } from '#db/client'
import { users } from '#db/schema/users'
import { numbersOfGovernorate } from '#domain/users/profile'
import { type Asked, reading } from '../http/bind.ts'
import {
  accountFilter,
  accountTextFilter,
  flagFilter,
  foundAccounts,
  numberFilter,
  searchPlanOf,
} from '../http/filters.ts'
import { countStatement, offsetOf, orderTerms, pageOf, pageStatements } from '../http/pages.ts'
import { userView } from './store.ts'

const COLUMNS = {
  createdAt: users.createdAt,
  name: users.name,
  email: users.email,
  lastSeen: users.lastSeen,
} as const

type Filters = Query<typeof listUsers>

const SEARCHED = ['name', 'email', 'phone'] as const

const filtersOf = ({ role, verified, gender, online, city, createdAt }: Filters): SQL | undefined =>
  and(
    role && eq(users.role, role),
    flagFilter(users.verifiedEmail, verified),
    gender && eq(users.gender, gender),
    flagFilter(users.online, online),
    city && inArray(users.city, numbersOfGovernorate(city)),
    numberFilter(users.createdAt, createdAt),
  )

/** The walk to these rows is short where many accounts have the word; on the way to later ones their texts take too long to read. */
const NEAR = 100

/** Of a word that many have, the page is walked in its order, and the accounts are counted as the index finds them. */
async function findMany(db: Db, query: Filters, filters: SQL | undefined) {
  const { search, match } = query
  const isNear = offsetOf(query) + query.size <= NEAR
  const hasWord = isNear
    ? accountTextFilter(SEARCHED, search, match)
    : accountFilter(users.id, SEARCHED, search, match, 'walked')
  const where = and(filters, hasWord)
  const found = foundAccounts(SEARCHED, search, match)
  const counted = filters ? sql`${found} CROSS JOIN ${users} ON ${users.id} = found.id` : found
  const [, page] = pageStatements(db, users, where, query, orderTerms(COLUMNS, users.id, query))
  return pageOf(await db.batch([countStatement(db, counted, filters), page]))
}

const found = (db: Db, query: Filters) => {
  const hasWord = accountFilter(users.id, SEARCHED, query.search, query.match)
  const where = and(filtersOf(query), hasWord)
  return pageStatements(db, users, where, query, orderTerms(COLUMNS, users.id, query))
}

/** Accounts; a page without a search is read with who asks, and else by how many have the word (docs/rules/api.md 3.7). */
export const list = reading(
  ({ db, query }: Asked<typeof listUsers>) => (query.search ? [] : found(db, query)),
  async ({ db, query }, [counted, page]) => {
    const pageFound = async () => {
      if (counted && page) return pageOf([counted, page])
      const isWalked = (await searchPlanOf(db, SEARCHED, query.search, query.match)) === 'walked'
      return isWalked ? findMany(db, query, filtersOf(query)) : pageOf(await db.batch(found(db, query)))
    }
    const { rows, ...count } = await pageFound()
    return { list: rows.map(userView), ...count }
  },
)
