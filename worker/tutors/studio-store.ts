import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client'
import { studios } from '#db/schema/studios'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { Role } from '#domain/roles'
import { uploadUrl } from '../files/store.ts'

/** The version of a studio is that of its account. */
export const studioColumns = {
  id: users.id,
  name: users.name,
  image: users.image,
  address: users.address,
  mapUrl: studios.mapUrl,
  hours: studios.hours,
  updatedAt: users.updatedAt,
}

export const studioView = <Row extends { image: string | null }>(row: Row) => ({ ...row, image: uploadUrl(row.image) })

/** The query whose row `studioOf` takes. */
export const studioStatement = (db: Db, id: number) =>
  db
    .select(studioColumns)
    .from(users)
    .leftJoin(studios, eq(studios.id, users.id))
    .where(and(eq(users.id, id), eq(users.role, Role.Studio)))

/** @throws DomainError `user-not-found` for an account that is not a studio. */
export function studioOf([found]: Awaited<ReturnType<typeof studioStatement>>) {
  if (!found) throw new DomainError('user-not-found')
  return found
}
