import type { Queries } from '#db/client'

/** D1's bookmarks have 60 characters; anything else would cause a database error. */
const IS_BOOKMARK = /^[\w-]{1,100}$/

/**
 * The primary database, with the bookmark of its latest state that the request has seen (null before the first round trip).
 * Each round trip opens a new D1 session, because only the first query of a `first-primary` session is guaranteed to reach
 * the primary, and rows that are read again after a guard's refusal must be current.
 */
export function primaryOf(d1: D1Database): Queries & { bookmark: () => string | null } {
  const trips: D1DatabaseSession[] = []
  const begin = () => {
    const trip = d1.withSession('first-primary')
    trips.push(trip)
    return trip
  }
  return {
    prepare: (sql) => begin().prepare(sql),
    batch: (statements) => begin().batch(statements),
    // Bookmarks sort by time.
    bookmark: () =>
      trips.reduce<string | null>((last, trip) => {
        const bookmark = trip.getBookmark()
        return bookmark !== null && (last === null || bookmark > last) ? bookmark : last
      }, null),
  }
}

/** The nearest replica of the database, at least as recent as the client's `BOOKMARK`. */
export const nearestOf = (d1: D1Database, bookmark: string | undefined): Queries =>
  d1.withSession(bookmark && IS_BOOKMARK.test(bookmark) ? bookmark : 'first-unconstrained')
