import { eq } from 'drizzle-orm'
import type { getRating, listRatingsByRater, listRatingsOfRatee } from '#contract/ratings'
import { ratings } from '#db/schema/ratings'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { isAdmin, isStudio, isTutorSide } from '#domain/roles'
import { type Act, type Asked, reading } from '../http/bind.ts'
import { orderTerms, pageOf, pageStatements } from '../http/pages.ts'
import { findRating, withPeople } from './store.ts'

const COLUMNS = {
  createdAt: ratings.createdAt,
  value: ratings.value,
} as const

/**
 * For the rater and for admins (docs/rules/tutors.md 5.4).
 * @throws DomainError `rating-not-found`, `forbidden`.
 */
export const read: Act<typeof getRating> = async ({ actor, db, params }) => {
  const { rating } = await findRating(db, params.id, actor)
  const [one] = await withPeople(db, [rating])
  if (!one) throw new DomainError('rating-not-found')
  return one
}

/**
 * For the rater and for admins.
 * @throws DomainError `forbidden`.
 */
export const listByRater = reading(
  ({ db, params, query }: Asked<typeof listRatingsByRater>) =>
    pageStatements(db, ratings, eq(ratings.raterId, params.id), query, orderTerms(COLUMNS, ratings.id, query)),
  async ({ actor, db, params }, page) => {
    if (params.id !== actor.id && !isAdmin(actor.role)) throw new DomainError('forbidden')
    const { rows, ...count } = pageOf(page)
    return { list: await withPeople(db, rows), ...count }
  },
)

/**
 * A tutor's ratings are public, a studio's are for admins.
 * @throws DomainError `user-not-found`, `forbidden` (`unauthenticated` for an anonymous request).
 */
export const listOfRatee = reading(
  ({ db, params, query }: Asked<typeof listRatingsOfRatee>) => [
    db.select({ role: users.role }).from(users).where(eq(users.id, params.id)),
    ...pageStatements(db, ratings, eq(ratings.rateeId, params.id), query, orderTerms(COLUMNS, ratings.id, query)),
  ],
  async ({ actor, db }, [[ratee], ...page]) => {
    if (!ratee) throw new DomainError('user-not-found')
    const mayRead = isTutorSide(ratee.role) || (actor && isAdmin(actor.role) && isStudio(ratee.role))
    if (!mayRead) throw new DomainError(actor ? 'forbidden' : 'unauthenticated')
    const { rows, ...count } = pageOf(page)
    return { list: await withPeople(db, rows), ...count }
  },
)
