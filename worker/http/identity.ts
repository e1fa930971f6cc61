import { eq } from 'drizzle-orm'
import type { Context, MiddlewareHandler } from 'hono'
import type { Db } from '#db/client'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import type { Env } from '../env.ts'
import type { Actor, AppEnv } from './app-env.ts'
import { readToken } from './tokens.ts'

/** The client's address as the platform's edge saw it; limits are counted by it. */
export const ipOf = (c: Context<AppEnv>): string => c.req.header('cf-connecting-ip') ?? 'unknown'

const actorColumns = {
  id: users.id,
  role: users.role,
  name: users.name,
  email: users.email,
  verifiedEmail: users.verifiedEmail,
  verifiedPhone: users.verifiedPhone,
  sessionsValidFrom: users.sessionsValidFrom,
}

/**
 * The account of a bearer token, null when it no longer exists.
 * @throws DomainError `unauthenticated` for a forged, expired or ended token (docs/rules/accounts.md 3.5).
 */
export async function actorOfToken(env: Env, db: Db, token: string, now: Instant): Promise<Actor | null> {
  const claims = await readToken(env.JWT_SECRET, token, now)
  const [account] = await db.select(actorColumns).from(users).where(eq(users.id, claims.id))
  if (!account) return null
  const { sessionsValidFrom, ...actor } = account
  if (claims.iat < sessionsValidFrom) throw new DomainError('unauthenticated')
  return actor
}

/** Finds the account of an e-mail and a password; the area `auth` provides it, so that `http/` depends on no area. */
export type CheckPassword = (
  at: { env: Env; db: Db; now: Instant; ip: string },
  email: string,
  password: string,
) => Promise<Actor>

function readBasic(credentials: string): { email: string; password: string } {
  try {
    const text = new TextDecoder().decode(Uint8Array.from(atob(credentials), (character) => character.charCodeAt(0)))
    const colon = text.indexOf(':')
    if (colon > 0) return { email: text.slice(0, colon), password: text.slice(colon + 1) }
  } catch {
    // Falls through to the refusal below: text that is not Base64 names no account.
  }
  throw new DomainError('unauthenticated')
}

async function actorOf(c: Context<AppEnv>, header: string, checkPassword: CheckPassword): Promise<Actor | null> {
  const { db, now } = c.var
  const [scheme = '', credentials = ''] = header.split(' ')
  if (/^bearer$/i.test(scheme)) return actorOfToken(c.env, db, credentials, now)
  if (/^basic$/i.test(scheme)) {
    const { email, password } = readBasic(credentials)
    return checkPassword({ env: c.env, db, now, ip: ipOf(c) }, email, password)
  }
  throw new DomainError('unauthenticated')
}

/**
 * Authenticates a request by a bearer token, or by Basic with e-mail and password, before anything else of it is read.
 * No `authorization` header at all is an anonymous request.
 * @throws DomainError `unauthenticated` for credentials that cannot be read, and whatever `checkPassword` throws.
 */
export const identify =
  (checkPassword: CheckPassword): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const header = c.req.header('authorization')
    c.set('actor', header ? await actorOf(c, header, checkPassword) : null)
    await next()
  }
