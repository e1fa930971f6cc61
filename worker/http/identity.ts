import { eq } from 'drizzle-orm'
import type { MiddlewareHandler } from 'hono'
import type { Db } from '#db/client'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { checkPassword } from '../auth/store.ts'
import type { Env } from '../env.ts'
import type { Actor, AppEnv } from './app-env.ts'
import { readToken } from './tokens.ts'

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
 * The account of a bearer token, null when it is gone.
 * @throws DomainError `unauthenticated` for a forged, expired or ended token (facts: accounts 1.1).
 */
export async function actorOfToken(env: Env, db: Db, token: string, now: Instant): Promise<Actor | null> {
  const claims = await readToken(env.JWT_SECRET, token, now)
  const [account] = await db.select(actorColumns).from(users).where(eq(users.id, claims.id))
  if (!account) return null
  const { sessionsValidFrom, ...actor } = account
  if (claims.iat < sessionsValidFrom) throw new DomainError('unauthenticated')
  return actor
}

function readBasic(credentials: string): { email: string; password: string } {
  try {
    const text = new TextDecoder().decode(Uint8Array.from(atob(credentials), (character) => character.charCodeAt(0)))
    const colon = text.indexOf(':')
    if (colon > 0) return { email: text.slice(0, colon), password: text.slice(colon + 1) }
  } catch {
    // Falls through to the refusal: what cannot be decoded names nobody.
  }
  throw new DomainError('unauthenticated')
}

async function actorOf(header: string, env: Env, db: Db, now: Instant, ip: string): Promise<Actor | null> {
  const [scheme = '', credentials = ''] = header.split(' ')
  if (/^bearer$/i.test(scheme)) return actorOfToken(env, db, credentials, now)
  if (/^basic$/i.test(scheme)) {
    const { email, password } = readBasic(credentials)
    return checkPassword({ env, db, now, ip }, email, password)
  }
  throw new DomainError('unauthenticated')
}

/** Says who is asking, before anything else is read: a bearer token, or Basic with e-mail and password. */
export const identify: MiddlewareHandler<AppEnv> = async (c, next) => {
  const header = c.req.header('authorization')
  const ip = c.req.header('cf-connecting-ip') ?? 'unknown'
  c.set('actor', header ? await actorOf(header, c.env, c.var.db, c.var.now, ip) : null)
  await next()
}
