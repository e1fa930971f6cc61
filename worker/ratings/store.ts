import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
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
import { peopleOf } from '../users/store.ts'

export type RatingRow = typeof ratings.$inferSelect

/** Ratings with their two people; the pictures as addresses. */
export async function withPeople(db: Db, rows: RatingRow[]) {
  const people = await peopleOf(
    db,
    rows.flatMap((row) => [row.raterId, row.rateeId]),
  )
  const person = (id: number) => people.get(id) ?? { id, name: null, image: null }
  return rows.map(({ raterId, rateeId, ...rating }) => ({
    ...rating,
    rater: person(raterId),
    ratee: person(rateeId),
  }))
}

/**
 * A rating that its rater or an admin asks for.
 * @throws DomainError `rating-not-found`, `forbidden` for anybody else.
 */
export async function findRating(db: Db, id: number, actor: Actor): Promise<{ rating: RatingRow; rateeRole: Role }> {
  const [found] = await db
    .select({ rating: ratings, rateeRole: users.role })
    .from(ratings)
    .innerJoin(users, eq(users.id, ratings.rateeId))
    .where(eq(ratings.id, id))
  if (!found) throw new DomainError('rating-not-found')
  if (found.rating.raterId !== actor.id && !isAdmin(actor.role)) throw new DomainError('forbidden')
  return found
}

/** The statements that refresh a tutor's card, which shows the average. */
export const cardStatements = (db: Db, ratee: { id: number; role: Role }) =>
  isTutorSide(ratee.role) ? touchTutors(db, [ratee.id]) : []

const others = alias(lessonMembers, 'others')

/** What `whyNotRate` needs to know of these two; the ratee's role is undefined when there is no such account. */
export async function pairingOf(db: Db, raterId: number, rateeId: number, now: Instant) {
  const [[ratee], [profile], [begun]] = await db.batch([
    db.select({ role: users.role }).from(users).where(eq(users.id, rateeId)),
    db.select({ studioId: tutors.studioId, video: tutors.video }).from(tutors).where(eq(tutors.id, raterId)),
    db
      .select({ lessons: sql<number>`COUNT(*)` })
      .from(lessonMembers)
      .innerJoin(others, and(eq(others.lessonId, lessonMembers.lessonId), eq(others.userId, rateeId)))
      .innerJoin(lessons, eq(lessons.id, lessonMembers.lessonId))
      .where(and(eq(lessonMembers.userId, raterId), isNull(lessons.canceledAt), lt(lessons.start, now))),
  ])
  return {
    rateeRole: ratee?.role,
    profile: profile ?? { studioId: null, video: null },
    lessonsBegun: begun?.lessons ?? 0,
  }
}
