import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { User } from '#contract/users'
import { ACCOUNT_STORAGE } from './account-storage.ts'
import { accountId, onTokenChange, type TokenChange } from './auth-token.ts'
import { meQuery } from './current-user.ts'
import { log } from './log.ts'
import { isStoredOffline } from './offline-queries.ts'
import { deviceStorage, tabStorage } from './storage.ts'
import { viewToken } from './view-as.ts'

/**
 * Data that an account has read on this device and can read again offline (docs/rules/screens.md 2.8). All of it is deleted
 * when the account signs out.
 */
type StoredAnswer = { id: string; account: number; key: QueryKey; data: unknown; at: number }
interface Schema extends DBSchema {
  queries: { key: string; value: StoredAnswer }
}

/** Older data is useless, and a lent device should not contain it. */
const MAX_AGE_MS = 14 * 24 * 60 * 60 * 1000
const MAX_ANSWERS = 60
/** Debounces writes, because live events change a query many times in succession. */
const WRITE_AFTER_MS = 500

const open = (): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>('hessa.offline', 1, {
    upgrade: (db) => {
      db.createObjectStore('queries', { keyPath: 'id' })
    },
    // Signing out in any tab deletes the database, which open connections would block.
    blocking: (_, __, event) => (event.target as IDBDatabase).close(),
  })

async function inDatabase<T>(work: (db: IDBPDatabase<Schema>) => Promise<T>, otherwise: T): Promise<T> {
  try {
    const db = await open()
    try {
      return await work(db)
    } finally {
      db.close()
    }
  } catch (error) {
    log.warning('data for reading offline is not stored', error)
    return otherwise
  }
}

/** Stores what the signed-in account has read; nothing in a view of another user's account. */
export async function storeOffline(key: QueryKey, data: unknown, at = Date.now()): Promise<void> {
  const account = accountId()
  if (account === null || viewToken !== null || data === undefined) return
  const id = `${account} ${JSON.stringify(key)}`
  await inDatabase(async (db) => {
    // Signed out while the database was opened: deleted data must not be written again.
    if (accountId() !== account) return
    await db.put('queries', { id, account, key, data: structuredClone(data), at })
  }, undefined)
}

/** Everything that this account has read on this device, newest first. */
async function storedAnswers(): Promise<StoredAnswer[]> {
  const account = accountId()
  if (account === null || viewToken !== null) return []
  const answers = await inDatabase((db) => db.getAll('queries'), [])
  return answers
    .filter((one) => one.account === account && Date.now() - one.at < MAX_AGE_MS)
    .sort((one, other) => other.at - one.at)
}

/** The stored answer of a query; undefined without one. */
export const readOffline = async <T>(key: QueryKey): Promise<T | undefined> =>
  (await storedAnswers()).find((one) => JSON.stringify(one.key) === JSON.stringify(key))?.data as T | undefined

/**
 * Puts stored answers into the query cache with their age, and returns the account among them. Newer answers in the cache
 * are kept.
 */
export async function restoreOffline(queryClient: QueryClient): Promise<User | undefined> {
  for (const { key, data, at } of await storedAnswers())
    if (queryClient.getQueryData(key) === undefined) queryClient.setQueryData(key, data, { updatedAt: at })
  return queryClient.getQueryData(meQuery.queryKey)
}

async function deleteOld(): Promise<void> {
  const recent = new Set((await storedAnswers()).slice(0, MAX_ANSWERS).map(({ id }) => id))
  if (accountId() === null) return
  await inDatabase(async (db) => {
    for (const id of await db.getAllKeys('queries')) if (!recent.has(id)) await db.delete('queries', id)
  }, undefined)
}

/**
 * Stores what the app reads and has read until the account signs out. If it signed out before this was called, or while the
 * page was closed, remaining data is deleted now.
 */
export function startStoring(queryClient: QueryClient): void {
  if (viewToken !== null) return
  const cache = queryClient.getQueryCache()
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()
  const store = (hash: string) => {
    waiting.delete(hash)
    const query = cache.get(hash)
    if (query) void storeOffline(query.queryKey, query.state.data, query.state.dataUpdatedAt)
  }
  const storeSoon = (hash: string) => {
    if (!waiting.has(hash)) waiting.set(hash, setTimeout(store, WRITE_AFTER_MS, hash))
  }
  for (const { queryKey, queryHash } of cache.getAll()) if (isStoredOffline(queryKey)) storeSoon(queryHash)
  cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && isStoredOffline(event.query.queryKey))
      storeSoon(event.query.queryHash)
  })
  let account = accountId()
  onTokenChange((change) => {
    const before = account
    account = accountId()
    if (account === before) return
    for (const timer of waiting.values()) clearTimeout(timer)
    waiting.clear()
    if (before !== null) void forget(change)
  })
  void (account === null ? forget('refused') : deleteOld())
}

/** Closes shown notifications, and ends the push subscription; the server no longer sends to it by then. */
async function endNotifications(): Promise<void> {
  await navigator.clearAppBadge?.()
  const registration = await navigator.serviceWorker?.getRegistration('/')
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

async function deleteCache(): Promise<void> {
  // Missing on a page without TLS.
  await globalThis.caches?.delete('signed-in')
}

/**
 * Unsent messages, drafts and parts of a video, with which a user whose session has expired continues after signing in
 * again.
 */
const UNFINISHED = /^hessa\.(?:outbox|intro-video|draft)\./

async function deleteDatabases(isOnPurpose: boolean): Promise<void> {
  indexedDB.deleteDatabase('hessa.offline')
  if (!isOnPurpose) return
  for (const { name = '' } of await indexedDB.databases()) if (UNFINISHED.test(name)) indexedDB.deleteDatabase(name)
}

/**
 * Deletes everything that the account has read on this device (docs/rules/screens.md 2.10). Unfinished work is deleted only
 * after a deliberate sign-out: other tabs cannot tell, and leave that to the tab in which it happened.
 */
export async function forget(change: TokenChange): Promise<void> {
  if (viewToken !== null) return
  const isOnPurpose = change !== 'refused' && change !== 'elsewhere'
  for (const key of Object.values(ACCOUNT_STORAGE)) deviceStorage.remove(key)
  if (isOnPurpose) for (const key of tabStorage.keys()) if (UNFINISHED.test(key)) tabStorage.remove(key)
  // A browser may forbid or lack any of these, which then holds nothing, and must not stop the others.
  const done = await Promise.allSettled([deleteCache(), endNotifications(), deleteDatabases(isOnPurpose)])
  for (const one of done) if (one.status === 'rejected') log.warning('what was stored is not deleted', one.reason)
}
