import type { createRating } from '#contract/ratings'
import { ratings } from '#db/schema/ratings'
import { DomainError, refuse } from '#domain/errors'
import { whyNotRate } from '#domain/lessons/pairing'
import { isTutorSide } from '#domain/roles'
import { type ReadRequest, type Recall, reading } from '../http/bind.ts'
import { completionStatements } from '../http/completion.ts'
import { violationIn } from '../http/constraints.ts'
import { notifyTutorUpdated } from '../live/tutors.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { cardStatements, pairingOf, pairingStatements, ratingOf, ratingStatement } from './rating-store.ts'

const refuseSecond = (error: unknown): never => {
  throw violationIn(error) ? new DomainError('rating-exists') : error
}

/**
 * Rates once per pair; a student who has already rated edits the rating instead (docs/rules/tutors.md 5.3).
 * @throws DomainError `user-not-found`, `forbidden` for a pair that does not rate each other, `rating-exists`.
 */
export const create = reading(
  ({ caller, db, body, now }: ReadRequest<typeof createRating>) => pairingStatements(db, caller.id, body.rateeId, now),
  async (ctx, pairing) => {
    const { actor, db, env, body, now, after } = ctx
    const { rateeId, value, feedback } = body
    const { rateeRole, profile, lessonsBegun } = pairingOf(pairing)
    if (rateeRole === undefined) throw new DomainError('user-not-found')
    const ratee = { id: rateeId, role: rateeRole }
    refuse(whyNotRate({ rater: { role: actor.role, ...profile }, ratee, lessonsBegun }))
    const [[rating]] = await db
      .batch([
        db
          .insert(ratings)
          .values({ raterId: actor.id, rateeId, value, feedback, createdAt: now, updatedAt: now })
          .returning(),
        ...completionStatements(ctx, 'justInserted'),
        ...auditStatements(ctx, { act: 'rating.create', kind: 'rating', id: 'justInserted', after: body }),
        ...cardStatements(db, ratee),
      ])
      .catch(refuseSecond)
    if (!rating) throw new Error('The new rating was not returned')
    if (isTutorSide(rateeRole)) after(notifyTutorUpdated(env, db, rateeId, now))
    return rating
  },
)

/** @throws DomainError `rating-not-found`. */
export const recallCreated: Recall<typeof createRating> = async ({ actor, db }, made) =>
  ratingOf(await ratingStatement(db, Number(made)), actor).rating
