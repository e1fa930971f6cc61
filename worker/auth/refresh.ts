import type { refreshToken } from '#contract/auth'
import type { Act } from '../http/bind.ts'
import { spend } from '../http/limits.ts'
import { issueToken } from '../http/tokens.ts'
import { sessionsValidFrom } from './store.ts'

/**
 * POST /auth/refresh-token: any living token is exchanged for one of seven more days (facts: accounts 7.3).
 * @throws DomainError `too-many-requests`.
 */
export const refresh: Act<typeof refreshToken> = async ({ actor, env, db, now }) => {
  await spend(env.CODES_LIMIT, `refresh ${actor.id}`)
  return issueToken(env.JWT_SECRET, actor.id, await sessionsValidFrom(db, actor.id), now)
}
