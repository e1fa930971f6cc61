/** What a payment provider's stand-in works with; the tests give it one in memory. */
export type StandInHost = {
  get<T>(key: string): T | undefined
  put(key: string, value: unknown): void
  delete(key: string): void
  /** Values of the keys that begin so, oldest first. */
  list<T>(prefix: string): T[]
  /** The product's clock, in milliseconds. */
  now(): Promise<number>
  /** Sends a notice to the product. */
  sendToProduct(request: Request): Promise<Response>
  /** Work that an answer does not wait for. */
  waitUntil(work: () => Promise<unknown>): void
}

/** A whole number that only this host has given out, from 1. */
export function nextNumber(host: StandInHost, name: string): number {
  const next = (host.get<number>(`count:${name}`) ?? 0) + 1
  host.put(`count:${name}`, next)
  return next
}

/** Keys that sort as their numbers do. */
export const sortableKey = (prefix: string, id: number | string) => `${prefix}${String(id).padStart(12, '0')}`

export async function hexDigest(algorithm: 'SHA-256', text: string): Promise<string> {
  const digest = await crypto.subtle.digest(algorithm, new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Two decimals of a number as JSON gives it, by its digits. */
export function twoDecimals(amount: number): string {
  const [whole = '0', fraction = ''] = String(amount).split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}

/** The piastres of an amount in pounds as JSON gives it; NaN for a third decimal. */
export function parsePounds(amount: unknown): number {
  const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(String(amount))
  return match ? Number(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`) : Number.NaN
}

/** Piastres as a JSON number of pounds. */
export const toPounds = (piastres: number): number =>
  Number(`${Math.floor(piastres / 100)}.${String(piastres % 100).padStart(2, '0')}`)
