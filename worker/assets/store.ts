import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { assets } from '#db/schema/assets'
import type { Env } from '../env.ts'

/**
 * Object keys are `users/images/<uuid>` and the like (facts: accounts 1.5); a public address names the object with its
 * slashes as dots, so that it is one path segment.
 */
const PUBLIC_PREFIXES = ['users/images/', 'tutors/videos/', 'tutors/thumbnails/'] as const

/** The address of a public object, null where there is none. */
export const uploadUrl = (key: string | null): string | null =>
  key === null ? null : `/api/v1/assets/uploads/${key.replaceAll('/', '.')}`

/** The key of a public address's last segment, null when it names nothing public. */
export function publicKey(name: string): string | null {
  const key = name.replaceAll('.', '/')
  return PUBLIC_PREFIXES.some((prefix) => key.startsWith(prefix)) && !key.includes('//') ? key : null
}

/**
 * The statement that forgets the files which a query of keys names, and answers their keys. It belongs into the batch of
 * what replaces them, before it; `deleteFiles` follows the batch.
 */
export const dropStatement = (db: Db, keys: SQL) =>
  db.delete(assets).where(sql`${assets.key} IN (${keys})`).returning({ key: assets.key })

/** Removes files whose rows are gone; one that stays behind is only in nobody's way. */
export const deleteFiles = (env: Env, keys: readonly string[]): Promise<unknown> =>
  keys.length === 0 ? Promise.resolve() : env.FILES.delete([...keys])
