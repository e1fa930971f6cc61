import type { Queries } from '#db/client'

/** D1's are 60 characters long. Anything else would be an error of the database. */
const IS_BOOKMARK = /^[\w-]{1,100}$/

/**
 * The primary, which also says at which point of its history the request is (`bookmark`; null before the first trip). Each trip is a
 * session of its own, as only the first of one is the primary's: what a guard has refused is read and decided again, and must be the
 * newest then.
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
    // They sort by time.
    bookmark: () =>
      trips.reduce<string | null>((last, trip) => {
        const bookmark = trip.getBookmark()
        return bookmark !== null && (last === null || bookmark > last) ? bookmark : last
      }, null),
  }
}

/** The copy of the database that is nearest, no older than what the client has been told by `BOOKMARK`. */
export const nearestOf = (d1: D1Database, bookmark: string | undefined): Queries =>
  d1.withSession(bookmark && IS_BOOKMARK.test(bookmark) ? bookmark : 'first-unconstrained')
