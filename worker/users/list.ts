import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { Query } from '#contract/call'
import type { listUsers } from '#contract/users'
import { users } from '#db/schema/users'
import { numbersOfGovernorate } from '#domain/users/profile'
import type { Act } from '../http/bind.ts'
import { accountFilter, flagFilter, numberFilter, type SearchPlan, searchPlanOf } from '../http/filters.ts'
import { orderedPage, orderTerms } from '../http/pages.ts'
import { userView } from './store.ts'

const COLUMNS = {
  createdAt: users.createdAt,
  name: users.name,
  email: users.email,
  lastSeen: users.lastSeen,
} as const

type Filters = Query<typeof listUsers>

const SEARCHED = ['name', 'email', 'phone'] as const

const matching = (
  { role, verified, gender, online, city, search, match, createdAt }: Filters,
  plan: SearchPlan,
): SQL | undefined =>
  and(
    role && eq(users.role, role),
    flagFilter(users.verifiedEmail, verified),
    gender && eq(users.gender, gender),
    flagFilter(users.online, online),
    city && inArray(users.city, numbersOfGovernorate(city)),
    accountFilter(users.id, SEARCHED, search, match, plan),
    numberFilter(users.createdAt, createdAt),
  )

export const list: Act<typeof listUsers> = async ({ db, query }) => {
  const where = matching(query, await searchPlanOf(db, SEARCHED, query.search, query.match))
  const { rows, ...count } = await orderedPage(db, users, where, query, orderTerms(COLUMNS, users.id, query))
  return { list: rows.map(userView), ...count }
}
