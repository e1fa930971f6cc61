import { desc, eq, sql } from 'drizzle-orm'
import type { listRatingsOfTutor } from '#contract/ratings'
import { ratings } from '#db/schema/ratings'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { isTutorSide } from '#domain/roles'
import { publicName } from '#domain/users/name'
import { uploadUrl } from '../files/store.ts'
import { type ReadRequest, reading } from '../http/bind.ts'

/**
 * The caller's own first, the others without the account's id and full name (docs/rules/tutors.md 5.8), then by value, length of the text and age, newest first (docs/rules/tutors.md 5.6).
 * @throws DomainError `tutor-not-found`.
 */
export const listOfTutor = reading(
  ({ caller, params, query: { page, size }, db }: ReadRequest<typeof listRatingsOfTutor>) => {
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
          desc(eq(ratings.raterId, caller?.id ?? 0)),
          desc(ratings.value),
          sql`LENGTH(${ratings.feedback}) DESC NULLS LAST`,
          desc(ratings.createdAt),
          desc(ratings.id),
        )
        .limit(size)
        .offset((page - 1) * size),
    ] as const
  },
  async ({ actor }, [[tutor], [counted], rows]) => {
    if (!tutor || !isTutorSide(tutor.role)) throw new DomainError('tutor-not-found')
    const list = rows.map((row) => {
      const one = { ...row, image: uploadUrl(row.image) }
      return row.userId === actor?.id ? one : { ...one, userId: null, name: publicName(row.name) }
    })
    return { list, total: counted?.total ?? 0 }
  },
)
