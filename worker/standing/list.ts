import type { listStandingTimes } from '#contract/standing-times'
import { DomainError } from '#domain/errors'
import { isAdmin } from '#domain/roles'
import { type ReadRequest, reading } from '../http/bind.ts'
import { standingStatements, standingViews } from './store.ts'

/** @throws DomainError `forbidden` for who asks for another (docs/rules/lessons.md 15.12). */
export const list = reading(
  ({ caller, query, now, db }: ReadRequest<typeof listStandingTimes>) =>
    standingStatements(db, query.userId, now, isAdmin(caller.role)),
  async ({ actor, query }, rows) => {
    if (!isAdmin(actor.role) && query.userId !== actor.id) throw new DomainError('forbidden')
    return { list: standingViews(rows) }
  },
)
