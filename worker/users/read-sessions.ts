import { eq } from 'drizzle-orm'
import type { userSessions } from '#contract/users'
import { users } from '#db/schema/users'
import { hasSecondFactor } from '#db/second-factor'
import { DomainError } from '#domain/errors'
import { userParty } from '../../party/stubs.ts'
import { livingSessions, sessionView } from '../auth/session-store.ts'
import { type ReadRequest, reading } from '../http/bind.ts'

/**
 * Whether a user is online (from their Durable Object), the devices on which they are signed in, when their tokens were
 * last revoked, and whether they have a second factor (docs/rules/staff.md 10.2).
 * @throws DomainError `user-not-found`.
 */
export const readSessions = reading(
  ({ params, db, now }: ReadRequest<typeof userSessions>) => [
    db
      .select({ lastSeen: users.lastSeen, validFrom: users.sessionsValidFrom, owns: hasSecondFactor.as('owns') })
      .from(users)
      .where(eq(users.id, params.id)),
    livingSessions(db, params.id, now),
  ],
  async ({ params, env }, [[account], devices]) => {
    if (!account) throw new DomainError('user-not-found')
    const tokens = await userParty(env, params.id).openTokens()
    return {
      online: tokens.length > 0,
      lastSeen: account.lastSeen,
      connections: tokens.map(({ iat, exp }) => ({ issuedAt: iat * 1000, expiresAt: exp * 1000 })),
      devices: devices.map((device) => sessionView(device, null)),
      tokensEndedAt: account.validFrom === 0 ? null : account.validFrom * 1000,
      hasSecondFactor: account.owns === 1,
    }
  },
)
