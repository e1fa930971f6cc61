import { count, desc, eq } from 'drizzle-orm'
import type { listStudios } from '#contract/studios'
import { studios } from '#db/schema/studios'
import { users } from '#db/schema/users'
import { Role } from '#domain/roles'
import { type ReadRequest, reading } from '../http/bind.ts'
import { offsetOf } from '../http/pages.ts'
import { studioColumns, studioView } from './studio-store.ts'

const isStudio = eq(users.role, Role.Studio)

/** The studios that a tutor can choose, without fields that only staff may see; newest first. */
export const list = reading(
  ({ db, query }: ReadRequest<typeof listStudios>) => [
    db.select({ total: count() }).from(users).where(isStudio),
    db
      .select(studioColumns)
      .from(users)
      .leftJoin(studios, eq(studios.id, users.id))
      .where(isStudio)
      .orderBy(desc(users.createdAt), desc(users.id))
      .limit(query.size)
      .offset(offsetOf(query)),
  ],
  async (_, [counted, rows]) => ({ list: rows.map(studioView), total: counted[0]?.total ?? 0 }),
)
