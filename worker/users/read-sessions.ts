import { eq } from 'drizzle-orm'
import type { userSessions } from '#contract/users'
import { users } from '#db/schema/users'
import { hasSecondFactor } from '#db/second-factor'
import { DomainError } from '#domain/errors'
import { userParty } from '../../party/stubs.ts'
import { livingSessions, sessionView } from '../auth-sessions/store.ts'
import type { Act } from '../http/bind.ts'

/**
 * Whether somebody is here now, from their own party, the devices on which they are signed in, when their tokens were last ended, and whether
 * they have a second factor (docs/rules/staff.md 10.2).
 * @throws DomainError `user-not-found`.
 */
export const readSessions: Act<typeof userSessions> = async ({ params, db, env, now }) => {
  const [account] = await db
    .select({ lastSeen: users.lastSeen, validFrom: users.sessionsValidFrom, owns: hasSecondFactor })
    .from(users)
    .where(eq(users.id, params.id))
  if (!account) throw new DomainError('user-not-found')
  const [tokens, devices] = await Promise.all([
    userParty(env, params.id).openTokens(),
    livingSessions(db, params.id, now),
  ])
  return {
    online: tokens.length > 0,
    lastSeen: account.lastSeen,
    connections: tokens.map(({ iat, exp }) => ({ issuedAt: iat * 1000, expiresAt: exp * 1000 })),
    devices: devices.map((device) => sessionView(device, null)),
    tokensEndedAt: account.validFrom === 0 ? null : account.validFrom * 1000,
    hasSecondFactor: account.owns === 1,
  }
}
