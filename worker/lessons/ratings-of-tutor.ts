import { desc, eq, sql } from 'drizzle-orm'
import type { listRatingsOfTutor } from '#contract/ratings'
import { ratings } from '#db/schema/ratings'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { isTutorSide } from '#domain/roles'
import { uploadUrl } from '../files/store.ts'
import { type ReadRequest, reading } from '../http/bind.ts'

/**
 * The caller's own first, then by value, length of the text and age, newest first (docs/rules/tutors.md 5.6).
 * @throws DomainError `tutor-not-found`.
 */
export const listOfTutor = reading(
  ({ asker, params, query: { page, size }, db }: ReadRequest<typeof listRatingsOfTutor>) => {
    const ofTutor = eq(ratings.rateeId, params.id)
    return [
      db.select({ role: users.role }).from(users).where(eq(users.id, params.id)),
      db.select({ total: sql<number>`COUNT(*)` }).from(ratings).where(ofTutor),
      db
        .select({
          id: ratings.id,
          userId: ratings.raterId,
          name: users.name,
          image: users.image,
          value: ratings.value,
          feedback: ratings.feedback,
        })
        .from(ratings)
        .innerJoin(users, eq(users.id, ratings.raterId))
        .where(ofTutor)
        .orderBy(
          desc(eq(ratings.raterId, asker?.id ?? 0)),
          desc(ratings.value),
          sql`LENGTH(${ratings.feedback}) DESC NULLS LAST`,
          desc(ratings.createdAt),
          desc(ratings.id),
        )
        .limit(size)
        .offset((page - 1) * size),
    ] as const
  },
  async (_, [[tutor], [counted], list]) => {
    if (!tutor || !isTutorSide(tutor.role)) throw new DomainError('tutor-not-found')
    return { list: list.map((one) => ({ ...one, image: uploadUrl(one.image) })), total: counted?.total ?? 0 }
  },
)
