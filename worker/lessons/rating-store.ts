import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { RowsOf } from '#db/batch'
import type { Db } from '#db/client'
import { lessonMembers, lessons } from '#db/schema/lessons'
import { ratings } from '#db/schema/ratings'
import { tutors } from '#db/schema/tutors'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { isAdmin, isTutorSide, type Role } from '#domain/roles'
import type { Actor } from '../http/app-env.ts'
import { touchTutors } from '../tutors/store.ts'
import { peopleById, type peopleStatement, personAmong } from '../users/store.ts'

export type RatingRow = typeof ratings.$inferSelect

/** Ratings with their two people, from the rows of `peopleStatement`; images as addresses. */
export function withPeople(rows: RatingRow[], found: Awaited<ReturnType<typeof peopleStatement>>) {
  const people = peopleById(found)
  return rows.map(({ raterId, rateeId, ...rating }) => ({
    ...rating,
    rater: personAmong(people, raterId),
    ratee: personAmong(people, rateeId),
  }))
}

/** The query whose row `ratingOf` takes. */
export const ratingStatement = (db: Db, id: number) =>
  db
    .select({ rating: ratings, rateeRole: users.role })
    .from(ratings)
    .innerJoin(users, eq(users.id, ratings.rateeId))
    .where(eq(ratings.id, id))

/**
 * A rating, for its rater and for admins.
 * @throws DomainError `rating-not-found`, `forbidden` for anybody else.
 */
export function ratingOf([found]: Awaited<ReturnType<typeof ratingStatement>>, actor: Actor) {
  if (!found) throw new DomainError('rating-not-found')
  if (found.rating.raterId !== actor.id && !isAdmin(actor.role)) throw new DomainError('forbidden')
  return found
}

/** The statements that invalidate a tutor's card, which shows the average rating. */
export const cardStatements = (db: Db, ratee: { id: number; role: Role }) =>
  isTutorSide(ratee.role) ? touchTutors(db, [ratee.id]) : []

const others = alias(lessonMembers, 'others')

/** The statements whose rows `pairingOf` takes. */
export const pairingStatements = (db: Db, raterId: number, rateeId: number, now: Instant) =>
  [
    db.select({ role: users.role }).from(users).where(eq(users.id, rateeId)),
    db.select({ studioId: tutors.studioId, video: tutors.video }).from(tutors).where(eq(tutors.id, raterId)),
    db
      .select({ lessons: sql<number>`COUNT(*)` })
      .from(lessonMembers)
      .innerJoin(others, and(eq(others.lessonId, lessonMembers.lessonId), eq(others.userId, rateeId)))
      .innerJoin(lessons, eq(lessons.id, lessonMembers.lessonId))
      .where(and(eq(lessonMembers.userId, raterId), isNull(lessons.canceledAt), lt(lessons.start, now))),
  ] as const

/** The facts that `whyNotRate` needs; the ratee's role is undefined when there is no such account. */
export function pairingOf([[ratee], [profile], [begun]]: RowsOf<ReturnType<typeof pairingStatements>>) {
  return {
    rateeRole: ratee?.role,
    profile: profile ?? { studioId: null, video: null },
    lessonsBegun: begun?.lessons ?? 0,
  }
}
