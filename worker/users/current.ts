import type { currentUser } from '#contract/users'
import { DomainError } from '#domain/errors'
import { type ReadRequest, reading } from '../http/bind.ts'
import { accountWithErasure, userView } from './store.ts'

export const current = reading(
  ({ caller, db }: ReadRequest<typeof currentUser>) => [accountWithErasure(db, caller.id)],
  async (_, [[account]]) => {
    if (!account) throw new DomainError('unauthenticated')
    return userView(account)
  },
)
