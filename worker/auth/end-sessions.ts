import type { endOwnSession } from '#contract/auth-sessions'
import { DomainError } from '#domain/errors'
import type { Act } from '../http/bind.ts'
import { closeSocketsOfSession } from '../live/sign-out.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { endSessionStatement, findSession } from './session-store.ts'

/**
 * Signs out one of the actor's devices, including the current one (docs/rules/accounts.md 9.3).
 * @throws DomainError `not-found` for an unknown session or one of another account.
 */
export const end: Act<typeof endOwnSession> = async (ctx) => {
  const { actor, params, db, env, now, after } = ctx
  const session = await findSession(db, params.sessionId)
  if (session?.userId !== actor.id) throw new DomainError('not-found')
  if (session.endedAt !== null) return undefined
  const { id, userId } = session
  await db.batch([
    endSessionStatement(db, { id, userId }, 'ended', now),
    ...auditStatements(ctx, {
      act: 'authSession.end',
      kind: 'user',
      id: actor.id,
      before: { signedInAt: session.createdAt },
      after: { sessionEndedAt: now },
    }),
  ])
  after(closeSocketsOfSession(env, db, { id, userId }, now))
  return undefined
}
