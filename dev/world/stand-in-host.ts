/**
 * The services that a payment provider's stand-in runs on. `Payments` gives it the storage of a Durable Object; the tests
 * give it one in memory.
 */
export type StandInHost = {
  get<T>(key: string): T | undefined
  put(key: string, value: unknown): void
  delete(key: string): void
  /** The values under every key with this prefix, ordered by key. */
  list<T>(prefix: string): T[]
  /** The product's clock, in milliseconds. */
  now(): Promise<number>
  /** Sends a webhook request to the product. */
  sendToProduct(request: Request): Promise<Response>
  /** Runs work after the response was sent. */
  waitUntil(work: () => Promise<unknown>): void
}

/** The next number of this sequence, from 1; each number is returned once. */
export function nextNumber(host: StandInHost, sequence: string): number {
  const next = (host.get<number>(`count:${sequence}`) ?? 0) + 1
  host.put(`count:${sequence}`, next)
  return next
}

/** A key padded with zeros, so that `list`, which orders keys as text, orders them by number. */
export const sortableKey = (prefix: string, id: number | string) => `${prefix}${String(id).padStart(12, '0')}`
