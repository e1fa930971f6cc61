import type { getUser } from '#contract/users'
import { DomainError } from '#domain/errors'
import { type ReadRequest, reading } from '../http/bind.ts'
import { accountWithErasure, userView } from './store.ts'

/** @throws DomainError `user-not-found`. */
export const read = reading(
  ({ db, params }: ReadRequest<typeof getUser>) => [accountWithErasure(db, params.id)],
  async (_, [[account]]) => {
    if (!account) throw new DomainError('user-not-found')
    return userView(account)
  },
)
