import { eq } from 'drizzle-orm'
import type { refreshToken, signOutEverywhere } from '#contract/auth'
import { batchReturning } from '#db/batch'
import { users } from '#db/schema/users'
import { minutes } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { auditStatements } from '../audit/entry.ts'
import type { Act } from '../http/bind.ts'
import { consumeFixedWindow } from '../http/throttle.ts'
import { issueToken } from '../http/tokens.ts'
import { closeRevokedSockets } from '../live/sign-out.ts'
import { endOfSessions, sessionsValidFrom } from './store.ts'

/** Per account and address (docs/rules/accounts.md 3.6). */
const REFRESHES = { uses: 5, windowMs: minutes(1) }

/**
 * Exchanges a valid token for one that is valid from now (docs/rules/accounts.md 3.6). Of staff it goes back to the same
 * sign-in, a day after which it ends (docs/rules/staff.md 4.8).
 * @throws TooManyRequests past five a minute from one address.
 */
export const refresh: Act<typeof refreshToken> = async ({ actor, session, env, db, now, ip }) => {
  await consumeFixedWindow(db, `refresh ${actor.id} ${ip}`, REFRESHES, now)
  const owner = { id: actor.id, role: actor.role, sessionsValidFrom: await sessionsValidFrom(db, actor.id) }
  return issueToken(env.JWT_SECRET, owner, now, session)
}

/**
 * Ends every token issued so far and answers a new one, so that this device stays signed in (docs/rules/accounts.md 3.7).
 * @throws TooManyRequests, counted together with refreshes.
 */
export const endSessions: Act<typeof signOutEverywhere> = async (at) => {
  const { actor, session, env, db, now, ip, after } = at
  await consumeFixedWindow(db, `refresh ${actor.id} ${ip}`, REFRESHES, now)
  const ended = db
    .update(users)
    .set({ sessionsValidFrom: endOfSessions(now) })
    .where(eq(users.id, actor.id))
    .returning({ sessionsValidFrom: users.sessionsValidFrom })
  const audit = auditStatements(at, {
    act: 'auth.signOutEverywhere',
    kind: 'user',
    id: actor.id,
    before: { sessionsValidFrom: await sessionsValidFrom(db, actor.id) },
    after: { sessionsEndedAt: now },
  })
  const [account] = await batchReturning(db, audit, ended)
  if (!account) throw new DomainError('unauthenticated')
  after(closeRevokedSockets(env, db, actor.id, now))
  return issueToken(env.JWT_SECRET, { id: actor.id, role: actor.role, ...account }, now, session)
}
