import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Query } from '#contract/call'
import type { listUsers } from '#contract/users'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { numbersOfGovernorate } from '#domain/users/profile'
import { accountFilter, flagFilter, having, listFilter, numberFilter, personFileFilter } from '../http/filters.ts'
import { cohortFilter } from '../staff/cohorts-store.ts'
import { broughtFilter, standingNow } from '../staff/figure-lists-store.ts'

/** What accounts are searched by. */
export const SEARCHED = ['name', 'email', 'phone'] as const

/** What accounts are filtered by (docs/rules/accounts.md 8.1). */
export type AccountFilters = Omit<Query<typeof listUsers>, 'orderBy' | 'direction' | 'page' | 'size'>

/** The filters but for the word that is searched. */
export function accountFilters(query: AccountFilters, now: Instant): SQL | undefined {
  const { role, verified, gender, online, city, owners, tag, brought, standing, createdAt } = query
  return and(
    role && eq(users.role, role),
    flagFilter(users.verifiedEmail, verified),
    gender && eq(users.gender, gender),
    flagFilter(users.online, online),
    listFilter(users.city, city === undefined ? undefined : numbersOfGovernorate(city)),
    personFileFilter(users.id, { owners, tag }),
    cohortFilter(users.id, query, now),
    broughtFilter(users.id, brought),
    having(standing, sql`${users.id} IN (${standingNow})`),
    numberFilter(users.createdAt, createdAt),
  )
}

export const matchingAccounts = (query: AccountFilters, now: Instant): SQL | undefined =>
  and(accountFilters(query, now), accountFilter(users.id, SEARCHED, query.search, query.match))
