import type { signOut as contract } from '#contract/auth'
import { DomainError } from '#domain/errors'
import { acceptedKeys } from '../env.ts'
import type { Act, ActContext } from '../http/bind.ts'
import { type Claims, readToken } from '../http/tokens.ts'
import { closeSocketsOfSession } from '../live/sign-out.ts'
import { endSessionStatement } from './session-store.ts'

const isRefused = (error: unknown): boolean => error instanceof DomainError && error.code === 'unauthenticated'

/** The claims of the request's token; null without a valid one. */
async function claimsOf({ headers, env, now }: ActContext<typeof contract>): Promise<Claims | null> {
  const token = /^bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  if (token === undefined) return null
  return readToken(acceptedKeys(env, 'JWT_SECRET'), token, now).catch((error: unknown) => {
    if (isRefused(error)) return null
    throw error
  })
}

/**
 * Ends the session of the token and closes its sockets; other sessions continue (docs/rules/accounts.md 9.1). It reads the
 * token itself, so that a repeat, whose session has ended, gets the same answer.
 * @throws DomainError `read-only-session` for a view-as token.
 */
export const signOut: Act<typeof contract> = async (ctx) => {
  const { env, db, now, after } = ctx
  const claims = await claimsOf(ctx)
  if (claims?.viewAs) throw new DomainError('read-only-session')
  if (!claims?.sessionId) return undefined
  const session = { id: claims.sessionId, userId: claims.id }
  const ended = await endSessionStatement(db, session, 'signed-out', now)
  if (ended.length > 0) after(closeSocketsOfSession(env, db, session, now))
  return undefined
}
