import { eq, type SQL, sql } from 'drizzle-orm'
import type { getRating, listRatingsByRater, listRatingsOfRatee } from '#contract/ratings'
import type { Db } from '#db/client'
import { ratings } from '#db/schema/ratings'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { isAdmin, isStudio, isTutorSide } from '#domain/roles'
import { publicName } from '#domain/users/name'
import { type ReadRequest, reading } from '../http/bind.ts'
import { orderTerms, type Page, pageOf, pageStatements, type Sorting, valuesOnPage } from '../http/pages.ts'
import { peopleStatement } from '../users/store.ts'
import { ratingOf, ratingStatement, withPeople } from './rating-store.ts'

const COLUMNS = {
  createdAt: ratings.createdAt,
  value: ratings.value,
} as const

/**
 * For the rater and for admins (docs/rules/tutors.md 5.4).
 * @throws DomainError `rating-not-found`, `forbidden`.
 */
export const read = reading(
  ({ db, params: { id } }: ReadRequest<typeof getRating>) => [
    ratingStatement(db, id),
    peopleStatement(
      db,
      sql`SELECT rater_id FROM ratings WHERE id = ${id} UNION ALL SELECT ratee_id FROM ratings WHERE id = ${id}`,
    ),
  ],
  async ({ actor }, [found, people]) => {
    const { rating } = ratingOf(found, actor)
    const [one] = withPeople([rating], people)
    if (!one) throw new DomainError('rating-not-found')
    return one
  },
)

/** The statements of a page of ratings, with their people. */
function statements(db: Db, where: SQL, query: Page & Sorting<keyof typeof COLUMNS>) {
  const page = [ratings, where, query, orderTerms(COLUMNS, ratings.id, query)] as const
  const held = valuesOnPage([ratings.raterId, ratings.rateeId], ...page)
  return [...pageStatements(db, ...page), peopleStatement(db, held)] as const
}

/**
 * For the rater and for admins.
 * @throws DomainError `forbidden`.
 */
export const listByRater = reading(
  ({ db, params, query }: ReadRequest<typeof listRatingsByRater>) =>
    statements(db, eq(ratings.raterId, params.id), query),
  async ({ actor, params }, [counted, found, people]) => {
    if (params.id !== actor.id && !isAdmin(actor.role)) throw new DomainError('forbidden')
    const { rows, ...count } = pageOf([counted, found])
    return { list: withPeople(rows, people), ...count }
  },
)

/**
 * A tutor's ratings are public, a studio's are for admins; who has given one, for the rater and for admins (docs/rules/tutors.md 5.8).
 * @throws DomainError `user-not-found`, `forbidden` (`unauthenticated` for an anonymous request).
 */
export const listOfRatee = reading(
  ({ db, params, query }: ReadRequest<typeof listRatingsOfRatee>) => [
    db.select({ role: users.role }).from(users).where(eq(users.id, params.id)),
    ...statements(db, eq(ratings.rateeId, params.id), query),
  ],
  async ({ actor }, [[ratee], counted, found, people]) => {
    if (!ratee) throw new DomainError('user-not-found')
    const mayRead = isTutorSide(ratee.role) || (actor && isAdmin(actor.role) && isStudio(ratee.role))
    if (!mayRead) throw new DomainError(actor ? 'forbidden' : 'unauthenticated')
    const { rows, ...count } = pageOf([counted, found])
    const isKnown = (raterId: number) => actor !== null && (raterId === actor.id || isAdmin(actor.role))
    const list = withPeople(rows, people).map((one) => {
      const { id, name, image } = one.rater
      return isKnown(id) ? one : { ...one, rater: { id: null, name: publicName(name), image } }
    })
    return { list, ...count }
  },
)
