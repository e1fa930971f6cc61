import type { getStudio } from '#contract/studios'
import { DomainError } from '#domain/errors'
import { isStudio } from '#domain/roles'
import { type ReadRequest, reading } from '../http/bind.ts'
import { studioOf, studioStatement, studioView } from './studio-store.ts'

/** @throws DomainError `user-not-found`, `forbidden` for a studio that requests another one. */
export const read = reading(
  ({ db, params }: ReadRequest<typeof getStudio>) => [studioStatement(db, params.id)],
  async ({ actor, params }, [found]) => {
    if (isStudio(actor.role) && actor.id !== params.id) throw new DomainError('forbidden')
    return studioView(studioOf(found))
  },
)
