import type { refreshToken, signOutEverywhere } from '#contract/auth'
import { batchReturning } from '#db/batch'
import { minutes } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import type { Act, ActContext } from '../http/bind.ts'
import { livingSessionStatement } from '../http/living-session.ts'
import { TooManyRequests } from '../http/rate-limit.ts'
import { consumeFixedWindow, consumeWith } from '../http/throttle.ts'
import { closeSocketsOfSession } from '../live/sign-out.ts'
import { messageStatement, triggerDelivery } from '../messages/outbox.ts'
import { countNoticeTo } from '../messages/recipient-limit.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { endAccess } from './access-store.ts'
import { endSessionStatement, findSession, renewStatement, startSession, tokenOf } from './session-store.ts'
import { validFromAfter } from './store.ts'

/** Per account and client address (docs/rules/accounts.md 3.6). */
const REFRESHES = { uses: 5, windowMs: minutes(1) }

/**
 * Ends a session whose replaced token was presented again after its successor had been used: one of the two holders has
 * stolen it, and it is unknown which. The owner is notified by mail, unless that address has received too many notices
 * (docs/rules/accounts.md 9.2).
 */
async function endReplayed({ actor, env, db, now, after }: ActContext<typeof refreshToken>, id: string): Promise<void> {
  const mail = { channel: 'email', to: actor.email, template: 'session_ended', params: { why: 'replayed' } } as const
  const isNotified = await countNoticeTo(db, actor.email, now).then(
    () => true,
    (error: unknown) => {
      if (error instanceof TooManyRequests) return false
      throw error
    },
  )
  await db.batch([
    endSessionStatement(db, { id, userId: actor.id }, 'replayed', now),
    ...(isNotified ? [messageStatement(db, mail, now, `session-replayed ${id}`)] : []),
  ])
  after(closeSocketsOfSession(env, db, { id, userId: actor.id }, now))
  after(triggerDelivery(env))
}

/**
 * Exchanges the token of a session for the next one, which replaces it (docs/rules/accounts.md 3.6, 9.2). Concurrent
 * requests, and retries after a lost answer, get the same next token. A staff token keeps its time of sign-in, one day
 * after which the session expires (docs/rules/staff.md 4.8).
 * @throws TooManyRequests above five a minute from one address; DomainError `unauthenticated` for a replaced token whose
 * successor has been used, which ends the session.
 */
export const refresh: Act<typeof refreshToken> = async (ctx) => {
  const { actor, session, env, db, now, ip } = ctx
  const key = `refresh ${actor.id} ${ip}`
  const { token, signedInAt, bySecondFactor } = session
  if (token?.isPresent) {
    const { sessionId: id, presentTokenId } = token
    const renewal = { role: actor.role, signedInAt, bySecondFactor }
    const [renewed] = await consumeWith(ctx, key, REFRESHES, (isAllowed) =>
      renewStatement(db, { id, presentTokenId, isAllowed }, renewal, now),
    )
    if (renewed) return tokenOf(env, actor, renewed)
  } else await consumeFixedWindow(db, key, REFRESHES, now)
  // Basic authentication has no session yet.
  if (!token) {
    const { validFrom: sessionsValidFrom } = session
    return startSession(ctx, { ...actor, sessionsValidFrom }, bySecondFactor)
  }
  if (token.state === 'replaced') {
    await endReplayed(ctx, token.sessionId)
    throw new DomainError('unauthenticated')
  }
  const next = await findSession(db, token.sessionId)
  if (!next || next.endedAt !== null) throw new DomainError('unauthenticated')
  return tokenOf(env, actor, next)
}

/**
 * Ends every other session and what else does not outlive that, and replaces the token of this one, so that this device
 * stays signed in (docs/rules/accounts.md 3.7, 9.4).
 * @throws TooManyRequests, counted together with refreshes.
 */
export const endSessions: Act<typeof signOutEverywhere> = async (ctx) => {
  const { actor, session, env, db, now, ip, after } = ctx
  await consumeFixedWindow(db, `refresh ${actor.id} ${ip}`, REFRESHES, now)
  const { token, signedInAt, bySecondFactor } = session
  const audit = auditStatements(ctx, {
    act: 'auth.signOutEverywhere',
    kind: 'user',
    id: actor.id,
    before: { sessionsValidFrom: session.validFrom },
    after: { sessionsEndedAt: now },
  })
  const ended = endAccess(ctx, ['sign-out-everywhere'], actor)
  const renewal = { role: actor.role, signedInAt, bySecondFactor }
  const renewed = renewStatement(db, { id: token?.sessionId ?? '' }, renewal, now)
  const [next] = await batchReturning(db, [livingSessionStatement(ctx), ...audit, ...ended.statements], renewed)
  after(ended.closeSockets())
  if (next) return tokenOf(env, actor, next)
  // Basic authentication has no session; a session that was ended concurrently stays ended.
  if (token) throw new DomainError('unauthenticated')
  return startSession(ctx, { ...actor, sessionsValidFrom: validFromAfter(session, now) }, bySecondFactor)
}
