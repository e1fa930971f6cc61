import { eq } from 'drizzle-orm'
import type { deleteRating, editRating } from '#contract/ratings'
import { ratings } from '#db/schema/ratings'
import { DomainError } from '#domain/errors'
import { isTutorSide } from '#domain/roles'
import { type ReadRequest, reading } from '../http/bind.ts'
import { assertVersion, nextVersion, versionStatement } from '../http/versions.ts'
import { notifyTutorUpdated } from '../live/tutors.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { cardStatements, ratingOf, ratingStatement } from './rating-store.ts'

/**
 * For the rater and for admins (docs/rules/tutors.md 5.4).
 * @throws DomainError `rating-not-found`, `forbidden`, `empty-request`, `version-conflict`.
 */
export const edit = reading(
  ({ db, params }: ReadRequest<typeof editRating>) => [ratingStatement(db, params.id)],
  async (ctx, [found]) => {
    const { actor, db, env, body, now, after } = ctx
    if (body.value === undefined && body.feedback === undefined) throw new DomainError('empty-request')
    const { rating, rateeRole } = ratingOf(found, actor)
    assertVersion(ctx, rating)
    const given = {
      ...(body.value === undefined ? {} : { value: body.value }),
      ...(body.feedback === undefined ? {} : { feedback: body.feedback }),
    }
    const before = { value: rating.value, feedback: rating.feedback }
    const saved = db
      .update(ratings)
      .set({ ...given, updatedAt: nextVersion(ratings, now) })
      .where(eq(ratings.id, rating.id))
    await db.batch([
      versionStatement(ctx, ratings, rating.id),
      saved,
      ...cardStatements(db, { id: rating.rateeId, role: rateeRole }),
      ...auditStatements(ctx, {
        act: 'rating.edit',
        kind: 'rating',
        id: rating.id,
        before,
        after: { ...before, ...given },
      }),
    ])
    if (isTutorSide(rateeRole)) after(notifyTutorUpdated(env, db, rating.rateeId, now))
    return undefined
  },
)

/**
 * For the rater and for admins.
 * @throws DomainError `rating-not-found`, `forbidden`.
 */
export const remove = reading(
  ({ db, params }: ReadRequest<typeof deleteRating>) => [ratingStatement(db, params.id)],
  async (ctx, [found]) => {
    const { actor, db, env, now, after } = ctx
    const { rating, rateeRole } = ratingOf(found, actor)
    const { id, raterId, rateeId, value, feedback } = rating
    await db.batch([
      db.delete(ratings).where(eq(ratings.id, id)),
      ...cardStatements(db, { id: rateeId, role: rateeRole }),
      ...auditStatements(ctx, {
        act: 'rating.delete',
        kind: 'rating',
        id,
        before: { raterId, rateeId, value, feedback },
      }),
    ])
    if (isTutorSide(rateeRole)) after(notifyTutorUpdated(env, db, rateeId, now))
    return undefined
  },
)
