import { and, eq, type SQL } from 'drizzle-orm'
import type { Query } from '#contract/call'
import type { listStudios, listUsers } from '#contract/users'
import { users } from '#db/schema/users'
import { Role } from '#domain/roles'
import { uploadUrl } from '../files/store.ts'
import type { Act } from '../http/bind.ts'
import { accountFilter, flagFilter, numberFilter } from '../http/filters.ts'
import { newestFirst, orderedPage, orderTerms, type Page } from '../http/pages.ts'
import { userView } from './store.ts'

const COLUMNS = {
  createdAt: users.createdAt,
  name: users.name,
  email: users.email,
  lastSeen: users.lastSeen,
} as const

type Filters = Query<typeof listUsers>

const matching = ({ role, verified, gender, online, city, search, match, createdAt }: Filters): SQL | undefined =>
  and(
    role && eq(users.role, role),
    flagFilter(users.verifiedEmail, verified),
    gender && eq(users.gender, gender),
    flagFilter(users.online, online),
    city && eq(users.city, city),
    accountFilter(users.id, ['name', 'email', 'phone'], search, match),
    numberFilter(users.createdAt, createdAt),
  )

export const list: Act<typeof listUsers> = async ({ db, query }) => {
  const { rows, total } = await orderedPage(db, users, matching(query), query, orderTerms(COLUMNS, users.id, query))
  return { list: rows.map(userView), total }
}

/** The studios that a tutor can choose, without what only staff may see of an account. */
export const listOfStudios: Act<typeof listStudios> = async ({ db, query }) => {
  const page: Page = query
  const { rows, total } = await newestFirst(db, users, eq(users.role, Role.Studio), page)
  return {
    list: rows.map(({ id, name, address, image }) => ({ id, name, address, image: uploadUrl(image) })),
    total,
  }
}
