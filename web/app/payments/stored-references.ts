import type { TransactionInDetail } from '#contract/transactions'
import { ACCOUNT_STORAGE } from '../../platform/account-storage.ts'
import { deviceStorage } from '../../platform/storage.ts'

/** A reference number with all that is needed at the till, stored on the device for reading offline. */
export type StoredReference = {
  id: number
  userId: number
  number: string
  amount: number
  expiresAt: string | null
  planName: string
  period: string
}

const KEY = ACCOUNT_STORAGE.references
/** More are never open: there is one open order at a time. */
const MAX_STORED = 3

function read(): StoredReference[] {
  try {
    const stored: unknown = JSON.parse(deviceStorage.get(KEY) ?? '[]')
    return Array.isArray(stored) ? (stored as StoredReference[]) : []
  } catch {
    return []
  }
}

function write(stored: readonly StoredReference[]): void {
  deviceStorage.set(KEY, JSON.stringify(stored.slice(0, MAX_STORED)))
}

/** The references of this account; the device may also contain those of another one. */
export const readReferences = (accountId: number | null): StoredReference[] =>
  read().filter(({ userId }) => userId === accountId)

export const readReference = (id: number, accountId: number | null): StoredReference | null =>
  readReferences(accountId).find((one) => one.id === id) ?? null

export const storeReference = (reference: StoredReference): void =>
  write([reference, ...read().filter(({ id }) => id !== reference.id)])

export const removeReference = (id: number): void => write(read().filter((one) => one.id !== id))

export const toStoredReference = (
  order: TransactionInDetail,
  words: { name: string; period: string },
): StoredReference => ({
  id: order.id,
  userId: order.userId,
  amount: order.amount,
  expiresAt: order.expiresAt,
  number: order.checkout?.referenceNumber ?? '',
  planName: words.name,
  period: words.period,
})
