import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { User } from '#contract/users'
import { ACCOUNT_STORAGE } from './account-storage.ts'
import { accountId, onTokenChange, type TokenChange } from './auth-token.ts'
import { meQuery } from './current-user.ts'
import { isKept } from './kept-queries.ts'
import { log } from './log.ts'
import { viewToken } from './view-as.ts'

/**
 * What an account has read on this device and may read again without a network (docs/rules/screens.md 2.8).
 * All of it is deleted when the account signs out.
 */
type Kept = { id: string; account: number; key: QueryKey; data: unknown; at: number }
interface Schema extends DBSchema {
  queries: { key: string; value: Kept }
}

/** Older data is of no use, and a device that is lent for a day must not hold last year's. */
const MAX_AGE_MS = 14 * 24 * 60 * 60 * 1000
const MAX_KEPT = 60
/** Live events change a query many times in a row. */
const WRITE_AFTER_MS = 500

const open = (): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>('hessa.offline', 1, {
    upgrade: (db) => {
      db.createObjectStore('queries', { keyPath: 'id' })
    },
    // Signing out deletes the database, in whichever tab.
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
    log.warning('data for reading offline is not kept', error)
    return otherwise
  }
}

/** Keeps what the account that is signed in has read; in a view of somebody else's account nothing is kept. */
export async function keepOffline(key: QueryKey, data: unknown, at = Date.now()): Promise<void> {
  const account = accountId()
  if (account === null || viewToken !== null || data === undefined) return
  const id = `${account} ${JSON.stringify(key)}`
  await inDatabase(async (db) => {
    // Signed out while the database was opened: what was deleted must not come back.
    if (accountId() !== account) return
    await db.put('queries', { id, account, key, data: structuredClone(data), at })
  }, undefined)
}

/** What this account has read on this device, the newest first. */
async function allKept(): Promise<Kept[]> {
  const account = accountId()
  if (account === null || viewToken !== null) return []
  const kept = await inDatabase((db) => db.getAll('queries'), [])
  return kept
    .filter((one) => one.account === account && Date.now() - one.at < MAX_AGE_MS)
    .sort((one, other) => other.at - one.at)
}

/** What was kept under the key; undefined where nothing was. */
export const readOffline = async <T>(key: QueryKey): Promise<T | undefined> =>
  (await allKept()).find((one) => JSON.stringify(one.key) === JSON.stringify(key))?.data as T | undefined

/** Puts what was kept into the query cache, as old as it is, and returns the account among it. What has been read since stays. */
export async function restoreOffline(queryClient: QueryClient): Promise<User | undefined> {
  for (const { key, data, at } of await allKept())
    if (queryClient.getQueryData(key) === undefined) queryClient.setQueryData(key, data, { updatedAt: at })
  return queryClient.getQueryData(meQuery.queryKey)
}

async function deleteOld(): Promise<void> {
  const recent = new Set((await allKept()).slice(0, MAX_KEPT).map(({ id }) => id))
  if (accountId() === null) return
  await inDatabase(async (db) => {
    for (const id of await db.getAllKeys('queries')) if (!recent.has(id)) await db.delete('queries', id)
  }, undefined)
}

/**
 * Keeps what the app reads and has read, until the account signs out. Where it did so before this was called, or while the page was
 * closed, what is left is deleted now.
 */
export function startKeeping(queryClient: QueryClient): void {
  if (viewToken !== null) return
  const cache = queryClient.getQueryCache()
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()
  const keep = (hash: string) => {
    waiting.delete(hash)
    const query = cache.get(hash)
    if (query) void keepOffline(query.queryKey, query.state.data, query.state.dataUpdatedAt)
  }
  const keepSoon = (hash: string) => {
    if (!waiting.has(hash)) waiting.set(hash, setTimeout(keep, WRITE_AFTER_MS, hash))
  }
  for (const { queryKey, queryHash } of cache.getAll()) if (isKept(queryKey)) keepSoon(queryHash)
  cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && isKept(event.query.queryKey))
      keepSoon(event.query.queryHash)
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

/** Takes back the notifications that are shown, and the subscription to more; the server sends nothing to it by then. */
async function endNotifications(): Promise<void> {
  await navigator.clearAppBadge?.()
  const registration = await navigator.serviceWorker?.getRegistration('/')
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

/** Unsent messages and parts of a video: what a person whose session has expired goes on with after signing in again. */
const UNFINISHED = /^hessa\.(?:outbox|intro-video|draft)\./

/**
 * Nothing that the account has read on this device stays (docs/rules/screens.md 2.10). What it has begun and not finished goes only
 * where it was signed out on purpose: another tab has no way to find out, and leaves that to the one in which it happened.
 */
export async function forget(change: TokenChange): Promise<void> {
  if (viewToken !== null) return
  const isOnPurpose = change !== 'refused' && change !== 'elsewhere'
  for (const key of Object.values(ACCOUNT_STORAGE)) localStorage.removeItem(key)
  if (isOnPurpose)
    for (const key of Object.keys(sessionStorage)) if (UNFINISHED.test(key)) sessionStorage.removeItem(key)
  void globalThis.caches?.delete('signed-in')
  void endNotifications().catch((error: unknown) => log.warning('notifications are still shown', error))
  // Last: where the browser forbids databases it throws, and there are none.
  indexedDB.deleteDatabase('hessa.offline')
  if (!isOnPurpose) return
  for (const { name = '' } of await indexedDB.databases()) if (UNFINISHED.test(name)) indexedDB.deleteDatabase(name)
}
