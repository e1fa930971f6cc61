import type { TransactionInDetail } from '#contract/transactions'

/** What somebody needs at the till, kept on the device so that it can be read without a network. */
export type KeptReference = {
  id: number
  userId: number
  number: string
  amount: number
  expiresAt: string | null
  planName: string
  period: string
}

const KEY = 'hessa.references'
/** More than this many open numbers nobody has: only one order is open at a time. */
const MOST = 3

function read(): KeptReference[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? (kept as KeptReference[]) : []
  } catch {
    return []
  }
}

const write = (kept: readonly KeptReference[]): void => localStorage.setItem(KEY, JSON.stringify(kept.slice(0, MOST)))

/** Null for another person's, on a device that several use. */
export const keptReference = (id: number, accountId: number | null): KeptReference | null =>
  read().find((one) => one.id === id && one.userId === accountId) ?? null

export const keepReference = (reference: KeptReference): void =>
  write([reference, ...read().filter(({ id }) => id !== reference.id)])

export const forgetReference = (id: number): void => write(read().filter((one) => one.id !== id))

export const referenceOf = (payment: TransactionInDetail, words: { name: string; period: string }): KeptReference => ({
  id: payment.id,
  userId: payment.userId,
  amount: payment.amount,
  expiresAt: payment.expiresAt,
  number: payment.checkout?.referenceNumber ?? '',
  planName: words.name,
  period: words.period,
})
