import type { addFavouriteTutor, listFavouriteTutors, removeFavouriteTutor } from '#contract/favourite-tutors'
import { DomainError } from '#domain/errors'
import { MAX_FAVOURITES } from '#domain/tutors/favourites'
import { type Act, type ReadRequest, reading } from '../http/bind.ts'
import { tutorsCheck, tutorsFor } from '../tutors/store.ts'
import { favouritesOf, removeFavourite, storeFavourite } from './favourite-store.ts'

/** The caller's favourites (docs/rules/tutors.md 7.1). */
export const list = reading(
  ({ caller, db }: ReadRequest<typeof listFavouriteTutors>) => [favouritesOf(db, caller.id)],
  async (_, [favourites]) => ({ ids: favourites.map(({ id }) => id) }),
)

/**
 * @throws DomainError `tutor-not-found` for a tutor who is not listed, `forbidden` above two hundred (docs/rules/tutors.md
 * 7.1).
 */
export const add = reading(
  ({ caller, db, now }: ReadRequest<typeof addFavouriteTutor>) => tutorsCheck(db, now, caller),
  async (ctx, [changed]) => {
    const { actor, db, params, now } = ctx
    if (!(await tutorsFor(ctx, changed)).entries.has(params.id)) throw new DomainError('tutor-not-found')
    if (!(await storeFavourite(db, actor.id, params.id, now)))
      throw new DomainError('forbidden', `id: ${MAX_FAVOURITES} favourites at the most`)
    return undefined
  },
)

/** Also removes a tutor who is no longer listed. */
export const remove: Act<typeof removeFavouriteTutor> = async ({ actor, db, params }) => {
  await removeFavourite(db, actor.id, params.id)
  return undefined
}
