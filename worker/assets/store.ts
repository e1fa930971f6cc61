import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { assets } from '#db/schema/assets'
import { type UploadKind, whyNotSize } from '#domain/assets/content'
import type { Instant } from '#domain/cairo'
import { refuse } from '#domain/errors'
import type { Env } from '../env.ts'
import { type Landed, land } from './landing.ts'
import { signedName } from './signed.ts'

/**
 * Object keys are `users/images/<uuid>` and the like (facts: accounts 1.5); a public address names the object with its
 * slashes as dots, so that it is one path segment.
 */
const PUBLIC_PREFIXES = ['users/images/', 'tutors/videos/', 'tutors/thumbnails/'] as const

/** The address of a public object, null where there is none. */
export const uploadUrl = (key: string | null): string | null =>
  key === null ? null : `/api/v1/assets/uploads/${key.replaceAll('/', '.')}`

/** The address of a withdrawal's receipt, null where there is none; it asks for a token. */
export const receiptUrl = (key: string | null): string | null =>
  key === null ? null : `/api/v1/assets/receipts/${key.replaceAll('/', '.')}`

/** The address of a private file for whoever is shown it now, null where there is none. */
export const privateUrl = async (env: Env, key: string | null, now: Instant): Promise<string | null> =>
  key === null ? null : `/api/v1/assets/uploads/${await signedName(env, key, now)}`

/** The key of a public address's last segment, null when it names nothing public. */
export function publicKey(name: string): string | null {
  const key = name.replaceAll('.', '/')
  return PUBLIC_PREFIXES.some((prefix) => key.startsWith(prefix)) && !key.includes('//') ? key : null
}

/** Where each kind of file is kept (facts: accounts 1.5). */
const FOLDERS: Record<UploadKind, string> = {
  image: 'users/images/',
  video: 'tutors/videos/',
  'intro-video': 'tutors/intro-videos/',
  thumbnail: 'tutors/thumbnails/',
  screenshot: 'reports/screenshots/',
  log: 'reports/logs/',
  receipt: 'invoices/receipts/',
}

/** A file that lies in the object storage, and that no row names yet. */
export type Stored = Landed

const newKey = (kind: UploadKind): string => `${FOLDERS[kind]}${crypto.randomUUID()}`

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/**
 * Puts an uploaded file into the object storage under a name of its own, so that no address ever shows other bytes than
 * before.
 * @throws DomainError `large-file-size`, `bad-request` for a file that is not what its field asks for.
 */
export async function storeFile(env: Env, kind: UploadKind, file: File): Promise<Stored> {
  refuse(whyNotSize(kind, file.size), `${kind}: larger than its cap`)
  return land(env, kind, newKey(kind), oneChunk(new Uint8Array(await file.arrayBuffer())))
}

/** The same for a file too large to be held, whose bytes come one after another. */
export const landFile = (env: Env, kind: UploadKind, bytes: AsyncIterable<Uint8Array>): Promise<Stored> =>
  land(env, kind, newKey(kind), bytes)

/** Takes away those files that landed for a request, and that nothing has kept. */
export async function dropUnkept(env: Env, db: Db, keys: readonly string[]): Promise<void> {
  const kept = await db
    .select({ key: assets.key })
    .from(assets)
    .where(inArray(assets.key, [...keys]))
  await deleteFiles(
    env,
    keys.filter((key) => !kept.some((row) => row.key === key)),
  )
}

/** The statement that says whose a stored file is; it belongs into the batch of what names the file. */
export const fileStatement = (db: Db, { key, kind, contentType, bytes }: Stored, ownerId: number, now: Instant) =>
  db.insert(assets).values({ key, kind, ownerId, contentType, bytes, createdAt: now })

/** What came with a request: a small file is held, a large one has landed in the storage. */
export type Upload = File | Stored

/** Stores some files, saves what names them, and takes them away again when that fails. */
export async function storeFiles<T>(
  env: Env,
  files: readonly { kind: UploadKind; file: Upload }[],
  save: (stored: Stored[]) => Promise<T>,
): Promise<T> {
  const stored: Stored[] = []
  try {
    for (const { kind, file } of files) stored.push(file instanceof File ? await storeFile(env, kind, file) : file)
    return await save(stored)
  } catch (error) {
    await deleteFiles(
      env,
      stored.map(({ key }) => key),
    )
    throw error
  }
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
