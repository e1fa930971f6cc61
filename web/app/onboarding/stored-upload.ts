import { type DBSchema, openDB } from 'idb'
import { log } from '../../platform/log.ts'

/** An unfinished upload with its file, so that it can continue after a reload (docs/rules/onboarding.md 2.7). */
export type StoredUpload = { file: File; id: string | null; isPaused: boolean }

interface Schema extends DBSchema {
  upload: { key: string; value: StoredUpload }
}

const KEY = 'current'

const open = (userId: number) =>
  openDB<Schema>(`hessa.intro-video.${userId}`, 1, { upgrade: (db) => void db.createObjectStore('upload') })

/** In a browser without storage, or with a full one, an upload lasts as long as the page. */
async function tolerant<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    log.warning('the upload is kept in memory only', error)
    return undefined
  }
}

async function withStore<T>(userId: number, work: (db: Awaited<ReturnType<typeof open>>) => Promise<T>): Promise<T> {
  const db = await open(userId)
  try {
    return await work(db)
  } finally {
    db.close()
  }
}

export const readStoredUpload = (userId: number): Promise<StoredUpload | undefined> =>
  tolerant(() => withStore(userId, (db) => db.get('upload', KEY)))

export const storeUpload = (userId: number, upload: StoredUpload): Promise<unknown> =>
  tolerant(() => withStore(userId, (db) => db.put('upload', upload, KEY)))

export const forgetUpload = (userId: number): Promise<unknown> =>
  tolerant(() => withStore(userId, (db) => db.delete('upload', KEY)))
