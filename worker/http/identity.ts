import { eq } from 'drizzle-orm'
import type { Context, MiddlewareHandler } from 'hono'
import type { Db } from '#db/client'
import { users } from '#db/schema/users'
import { viewAsSessions } from '#db/schema/view-as'
import { hasSecondFactor, ownsSecondFactor } from '#db/second-factor'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { networkOf } from '#domain/network'
import { mayHaveSecondFactor, needsSecondFactor } from '#domain/second-factor/second-factor'
import { whyNotView } from '#domain/view-as/view-as'
import { type Env, isSecondFactorRequired } from '../env.ts'
import type { Actor, AppEnv, Session } from './app-env.ts'
import { type Claims, readToken } from './tokens.ts'

/** The network of the client's address as the platform's edge saw it; limits are counted by it (docs/decisions/004). */
export const ipOf = (c: Context<AppEnv>): string => networkOf(c.req.header('cf-connecting-ip') ?? 'unknown')

const actorColumns = {
  id: users.id,
  role: users.role,
  name: users.name,
  email: users.email,
  verifiedEmail: users.verifiedEmail,
  verifiedPhone: users.verifiedPhone,
  sessionsValidFrom: users.sessionsValidFrom,
  secondFactor: hasSecondFactor,
}

async function accountOf(db: Db, id: number) {
  const [account] = await db.select(actorColumns).from(users).where(eq(users.id, id))
  if (!account) return null
  const { sessionsValidFrom, secondFactor, ...actor } = account
  return { actor, sessionsValidFrom, hasFactor: mayHaveSecondFactor(actor.role) && secondFactor === 1 }
}

type LoadedAccount = NonNullable<Awaited<ReturnType<typeof accountOf>>>

/** Who makes a request, and by what. */
export type Caller = { actor: Actor; session: Session; claims: Claims }

const isEnded = (claims: Claims, { sessionsValidFrom }: LoadedAccount): boolean => claims.iat < sessionsValidFrom

/**
 * A view ends when it is ended, when either of the two ends their sessions, and when the viewer may no longer look
 * (docs/rules/staff.md 5.3).
 */
async function assertViewGoesOn(
  db: Db,
  claims: Claims,
  { id, viewerId }: NonNullable<Claims['viewAs']>,
  subject: LoadedAccount,
  now: Instant,
): Promise<void> {
  const [[view], viewer] = await Promise.all([
    db.select().from(viewAsSessions).where(eq(viewAsSessions.id, id)),
    accountOf(db, viewerId),
  ])
  const isOfThese = view?.viewerId === viewerId && view.subjectId === claims.id
  if (!view || !viewer || !isOfThese || view.endedAt !== null || view.expiresAt <= now)
    throw new DomainError('unauthenticated')
  if (isEnded(claims, viewer) || whyNotView(viewer.actor, subject.actor)) throw new DomainError('unauthenticated')
}

/**
 * The account of a bearer token, null when it no longer exists.
 * @throws DomainError `unauthenticated` for a forged, expired or ended token (docs/rules/accounts.md 3.5), and for one that a
 * second factor took no part in though the account has one (docs/rules/staff.md 4.4).
 */
export async function callerOfToken(env: Env, db: Db, token: string, now: Instant): Promise<Caller | null> {
  const claims = await readToken(env.JWT_SECRET, token, now)
  const account = await accountOf(db, claims.id)
  if (!account) return null
  if (isEnded(claims, account)) throw new DomainError('unauthenticated')
  const { actor, hasFactor } = account
  const { viewAs, bySecondFactor } = claims
  if (viewAs) await assertViewGoesOn(db, claims, viewAs, account, now)
  else if (hasFactor && !bySecondFactor) throw new DomainError('unauthenticated')
  const mustEnrol = !viewAs && !hasFactor && needsSecondFactor(actor.role, isSecondFactorRequired(env))
  const times = { signedInAt: claims.signedInAt * 1000, expiresAt: claims.exp * 1000 }
  return { actor, session: { ...times, bySecondFactor, mustEnrol, viewAs }, claims }
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

/** A password alone opens nothing where the account has a second factor (docs/rules/staff.md 4.4). */
async function callerOfPassword(c: Context<AppEnv>, credentials: string, checkPassword: CheckPassword) {
  const { db, now } = c.var
  const { email, password } = readBasic(credentials)
  const actor = await checkPassword({ env: c.env, db, now, ip: ipOf(c) }, email, password)
  if (mayHaveSecondFactor(actor.role) && (await ownsSecondFactor(db, actor.id)))
    throw new DomainError('second-factor-required', 'sign in at /auth/password')
  const mustEnrol = needsSecondFactor(actor.role, isSecondFactorRequired(c.env))
  const session: Session = { signedInAt: now, expiresAt: now, bySecondFactor: false, mustEnrol, viewAs: null }
  return { actor, session }
}

async function callerOf(
  c: Context<AppEnv>,
  header: string,
  checkPassword: CheckPassword,
): Promise<Omit<Caller, 'claims'> | null> {
  const [scheme = '', credentials = ''] = header.split(' ')
  if (/^bearer$/i.test(scheme)) return callerOfToken(c.env, c.var.db, credentials, c.var.now)
  if (/^basic$/i.test(scheme)) return callerOfPassword(c, credentials, checkPassword)
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
    const caller = header ? await callerOf(c, header, checkPassword) : null
    c.set('actor', caller?.actor ?? null)
    c.set('session', caller?.session ?? null)
    await next()
  }
