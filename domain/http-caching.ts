/**
 * The header with which the answer to a write returns D1's bookmark (a position in the database's history), and with which
 * a guest's read requests data at least that recent (docs/decisions/011).
 */
export const BOOKMARK = 'x-d1-bookmark'

/**
 * How long caches may keep an answer that is the same for every guest, in seconds (docs/rules/api.md 1.9). An older answer
 * may be shown for `whileRevalidating` more seconds while a newer one is fetched.
 */
export const FRESHNESS = {
  /** Answers with bookable times or availability: a time that was taken must not be shown for long. */
  moment: { maxAge: 2, whileRevalidating: 0 },
  /** Prices, reviews and figures. */
  minute: { maxAge: 60, whileRevalidating: 600 },
} as const
export type Freshness = keyof typeof FRESHNESS

/** How long an isolate answers guests from memory after reading the database, in milliseconds (docs/decisions/003). */
export const GUEST_MEMORY_MS = 2000

/** The `Cache-Control` header of an answer that any cache may keep. */
export function cacheControl(freshness: Freshness): string {
  const { maxAge, whileRevalidating } = FRESHNESS[freshness]
  return `public, max-age=${maxAge}${whileRevalidating > 0 ? `, stale-while-revalidate=${whileRevalidating}` : ''}`
}

/** Whether `If-None-Match` matches the tag: a list of tags, compared weakly, or `*` (RFC 9110, 13.1.2). */
export const isKnown = (header: string | null | undefined, etag: string): boolean =>
  header?.split(',').some((tag) => ['*', etag.replace(/^W\//, '')].includes(tag.trim().replace(/^W\//, ''))) ?? false
