import { and, desc, eq, type SQL } from 'drizzle-orm'
import type { Query } from '#contract/call'
import type { listStudios, listUsers } from '#contract/users'
import type { Db } from '#db/client'
import { users } from '#db/schema/users'
import { Role } from '#domain/roles'
import { uploadUrl } from '../assets/store.ts'
import type { Env } from '../env.ts'
import type { Act } from '../http/bind.ts'
import { dateFilter, flagFilter, listFilter, textFilter } from '../http/filters.ts'
import { newestFirst, type Page } from '../http/pages.ts'
import { onlineAmong } from '../live/presence.ts'
import { wireUser } from './store.ts'

type Filters = Query<typeof listUsers>

/** Who is online is known to each person's own party only, so that no more than this many of the newest are asked. */
const ASKED_PARTIES = 500

const matching = ({ role, verified, gender, city, search, match, createdAt }: Filters): SQL | undefined =>
  and(
    role && eq(users.role, role),
    flagFilter(users.verifiedEmail, verified),
    gender && eq(users.gender, gender),
    city && eq(users.city, city),
    textFilter([users.name, users.email, users.phone], search, match),
    dateFilter(users.createdAt, createdAt),
  )

/** The condition that leaves those who are online, or those who are not. */
async function withPresence(env: Env, db: Db, where: SQL | undefined, online: boolean | undefined) {
  if (online === undefined) return where
  const newest = await db
    .select({ id: users.id })
    .from(users)
    .where(where)
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(ASKED_PARTIES)
  const ids = newest.map((row) => row.id)
  const present = await onlineAmong(env, ids)
  const wanted = ids.filter((id) => present.has(id) === online)
  // No account has id 0: nobody wanted is nobody found.
  return listFilter(users.id, wanted.length > 0 ? wanted : [0])
}

/** GET /user/list, for admins: newest first (facts: accounts 8.3). */
export const list: Act<typeof listUsers> = async ({ db, env, query }) => {
  const where = await withPresence(env, db, matching(query), query.online)
  const { rows, total } = await newestFirst(db, users, where, query)
  return { list: rows.map(wireUser), total }
}

/** GET /user/studio/list: the studios that a tutor can choose. */
export const listOfStudios: Act<typeof listStudios> = async ({ db, query }) => {
  const page: Page = query
  const { rows, total } = await newestFirst(db, users, eq(users.role, Role.Studio), page)
  return {
    list: rows.map(({ id, name, address, image }) => ({ id, name, address, image: uploadUrl(image) })),
    total,
  }
}
