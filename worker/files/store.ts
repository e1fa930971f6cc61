import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { assets } from '#db/schema/assets'
import type { Instant } from '#domain/cairo'
import { refuse } from '#domain/errors'
import { type UploadKind, whyNotSize } from '#domain/files/content'
import type { Env } from '../env.ts'
import { putStream, type StoredFile, WrongContent } from './put-stream.ts'
import { signFileName } from './signed-names.ts'

/**
 * Key prefixes of publicly readable objects (docs/rules/api.md 5.3). A key such as `users/images/<uuid>` appears in an
 * address with dots instead of slashes, so that it is one path segment.
 */
const PUBLIC_PREFIXES = ['users/images/', 'tutors/videos/', 'tutors/thumbnails/'] as const

/** The address of a public object; null without a key. */
export const uploadUrl = (key: string | null): string | null =>
  key === null ? null : `/api/v1/assets/uploads/${key.replaceAll('/', '.')}`

/** The address of a withdrawal's receipt, which requires a bearer token; null without a key. */
export const receiptUrl = (key: string | null): string | null =>
  key === null ? null : `/api/v1/assets/receipts/${key.replaceAll('/', '.')}`

/** A signed address of a private file; null without a key. Callers have checked that the reader may see the file. */
export const privateUrl = async (env: Env, key: string | null, now: Instant): Promise<string | null> =>
  key === null ? null : `/api/v1/assets/uploads/${await signFileName(env, key, now)}`

/** The key in the last segment of a public address; null when it is not under a public prefix. */
export function publicKey(name: string): string | null {
  const key = name.replaceAll('.', '/')
  return PUBLIC_PREFIXES.some((prefix) => key.startsWith(prefix)) && !key.includes('//') ? key : null
}

/** The key prefix of each kind of file (docs/rules/api.md 5.3). */
const FOLDERS: Record<UploadKind, string> = {
  image: 'users/images/',
  video: 'tutors/videos/',
  'intro-video': 'tutors/intro-videos/',
  thumbnail: 'tutors/thumbnails/',
  screenshot: 'reports/screenshots/',
  log: 'reports/logs/',
  receipt: 'invoices/receipts/',
}

export type { StoredFile }

/** A new unique key below the prefix of its kind. */
export const newKey = (kind: UploadKind): string => `${FOLDERS[kind]}${crypto.randomUUID()}`

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/**
 * Stores an uploaded file in the object storage under a new key: keys are never reused, so caches may keep what an address
 * answers.
 * @throws DomainError `large-file-size`, `bad-request` for a file of another type than its field requires.
 */
export async function storeFile(env: Env, kind: UploadKind, file: File): Promise<StoredFile> {
  refuse(whyNotSize(kind, file.size), `${kind}: larger than its cap`)
  return putStream(env, kind, newKey(kind), oneChunk(new Uint8Array(await file.arrayBuffer())))
}

/** As `storeFile`, streaming a file that is too large to be held in memory. */
export const storeStream = (env: Env, kind: UploadKind, bytes: AsyncIterable<Uint8Array>): Promise<StoredFile> =>
  putStream(env, kind, newKey(kind), bytes)

/** Deletes the uploaded files that no row of `assets` names, because their request was refused. */
export async function deleteUnreferenced(env: Env, db: Db, keys: readonly string[]): Promise<void> {
  const referenced = await db
    .select({ key: assets.key })
    .from(assets)
    .where(inArray(assets.key, [...keys]))
  await deleteFiles(
    env,
    keys.filter((key) => !referenced.some((row) => row.key === key)),
  )
}

/** The statement that records a stored file and its owner. Callers put it into the batch that names the file. */
export const fileStatement = (db: Db, { key, kind, contentType, bytes }: StoredFile, ownerId: number, now: Instant) =>
  db.insert(assets).values({ key, kind, ownerId, contentType, bytes, createdAt: now })

/**
 * A file of a request: a small one is held in memory, a large one is already in the object storage, unless its bytes were refused
 * there. That refusal is thrown by `storeFiles`, after what the act checks before its files.
 */
export type Upload = File | StoredFile | WrongContent

/**
 * Stores these files, then runs `save`, which writes the rows that name them. When either fails, only files that no row
 * names are deleted, since a batch may have been written although its answer was lost.
 * @throws DomainError `large-file-size`, `bad-request` for a file of another type than its field requires.
 */
export async function storeFiles<T>(
  { env, db }: { env: Env; db: Db },
  files: readonly { kind: UploadKind; file: Upload }[],
  save: (stored: StoredFile[]) => Promise<T>,
): Promise<T> {
  const stored: StoredFile[] = []
  try {
    for (const { kind, file } of files) {
      if (file instanceof WrongContent) throw file
      stored.push(file instanceof File ? await storeFile(env, kind, file) : file)
    }
    return await save(stored)
  } catch (error) {
    const keys = stored.map(({ key }) => key)
    if (keys.length > 0) await deleteUnreferenced(env, db, keys).catch(() => undefined)
    throw error
  }
}

/**
 * The statement that deletes the rows of the files whose keys a query selects, and returns those keys. Callers put it into
 * the batch that replaces the files, before the replacement, and call `deleteFiles` with the keys after the batch.
 */
export const deleteFileRowsStatement = (db: Db, keys: SQL) =>
  db.delete(assets).where(sql`${assets.key} IN (${keys})`).returning({ key: assets.key })

/** Deletes objects whose rows are already deleted; an object left behind by a failure is not reachable by any address. */
export const deleteFiles = (env: Env, keys: readonly string[]): Promise<unknown> =>
  keys.length === 0 ? Promise.resolve() : env.FILES.delete([...keys])
