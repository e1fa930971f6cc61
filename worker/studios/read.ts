import type { getStudio } from '#contract/studios'
import { DomainError } from '#domain/errors'
import { isStudio } from '#domain/roles'
import type { Act } from '../http/bind.ts'
import { findStudio, studioView } from './store.ts'

/** @throws DomainError `user-not-found`, `forbidden` for a studio that asks for another. */
export const read: Act<typeof getStudio> = async ({ actor, db, params }) => {
  if (isStudio(actor.role) && actor.id !== params.id) throw new DomainError('forbidden')
  return studioView(await findStudio(db, params.id))
}
