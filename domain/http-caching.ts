/**
 * The header by which the answer to a write says at which point of the database's history it is, and a guest's read from which point on
 * it must be answered (docs/decisions/011).
 */
export const BOOKMARK = 'x-d1-bookmark'

/**
 * How old an answer may be that a cache has kept, where it is the same for every guest (docs/rules/api.md 1.9). In seconds. An older
 * one may be shown for `whileRevalidating` more, while a newer one is fetched.
 */
export const FRESHNESS = {
  /** What names times that may be booked, or says what is open: nobody sees a time for long that is gone. */
  moment: { maxAge: 2, whileRevalidating: 0 },
  /** Prices, reviews and figures. */
  minute: { maxAge: 60, whileRevalidating: 600 },
} as const
export type Freshness = keyof typeof FRESHNESS

/** An isolate answers guests from memory for so long after it has asked the database, in milliseconds (docs/decisions/003). */
export const GUEST_MEMORY_MS = 2000

/** The header `cache-control` of an answer that any cache may keep. */
export function cacheControl(freshness: Freshness): string {
  const { maxAge, whileRevalidating } = FRESHNESS[freshness]
  return `public, max-age=${maxAge}${whileRevalidating > 0 ? `, stale-while-revalidate=${whileRevalidating}` : ''}`
}

/** Whether `If-None-Match` names the tag: a list of tags, compared weakly, or any (RFC 9110 13.1.2). */
export const isKnown = (header: string | null | undefined, etag: string): boolean =>
  header?.split(',').some((tag) => ['*', etag.replace(/^W\//, '')].includes(tag.trim().replace(/^W\//, ''))) ?? false
