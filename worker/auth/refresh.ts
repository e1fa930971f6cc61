import { eq } from 'drizzle-orm'
import type { refreshToken, signOutEverywhere } from '#contract/auth'
import { users } from '#db/schema/users'
import { minutes } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import type { Act } from '../http/bind.ts'
import { spendExactly } from '../http/slow-down.ts'
import { issueToken } from '../http/tokens.ts'
import { closeRevokedSockets } from '../live/sign-out.ts'
import { endOfSessions, sessionsValidFrom } from './store.ts'

/** Of one person, since many share an address (docs/rules/accounts.md 3.6). */
const REFRESHES = { uses: 5, windowMs: minutes(1) }

/**
 * POST /auth/refresh-token: any living token is exchanged for one of seven more days (docs/rules/accounts.md 3.6).
 * @throws DomainError `too-many-requests` past five a minute from one place.
 */
export const refresh: Act<typeof refreshToken> = async ({ actor, env, db, now, ip }) => {
  await spendExactly(db, `refresh ${actor.id} ${ip}`, REFRESHES, now)
  return issueToken(env.JWT_SECRET, actor.id, await sessionsValidFrom(db, actor.id), now)
}

/**
 * POST /auth/sign-out-everywhere: every token up to now ends; the answer is a new one for this device
 * (docs/rules/accounts.md 3.7).
 * @throws DomainError `too-many-requests`.
 */
export const endSessions: Act<typeof signOutEverywhere> = async ({ actor, env, db, now, ip, after }) => {
  await spendExactly(db, `refresh ${actor.id} ${ip}`, REFRESHES, now)
  const [account] = await db
    .update(users)
    .set({ sessionsValidFrom: endOfSessions(now) })
    .where(eq(users.id, actor.id))
    .returning({ validFrom: users.sessionsValidFrom })
  if (!account) throw new DomainError('unauthenticated')
  after(closeRevokedSockets(env, db, actor.id, now))
  return issueToken(env.JWT_SECRET, actor.id, account.validFrom, now)
}
