import type { refreshToken } from '#contract/auth'
import type { Act } from '../http/bind.ts'
import { issueToken } from '../http/tokens.ts'
import { sessionsValidFrom } from './store.ts'

/** POST /auth/refresh-token: any living token is exchanged for one of seven more days (facts: accounts 7.3). */
export const refresh: Act<typeof refreshToken> = async ({ actor, env, db, now }) =>
  issueToken(env.JWT_SECRET, actor.id, await sessionsValidFrom(db, actor.id), now)
