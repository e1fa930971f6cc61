import { and, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { listOwnSessions } from '#contract/auth-sessions'
import type { Result } from '#contract/call'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { authSessions, type SessionEnd } from '#db/schema/auth-sessions'
import { tokenEnd } from '#domain/auth/auth-session'
import { deviceOf } from '#domain/auth/device'
import type { Instant } from '#domain/cairo'
import type { Role } from '#domain/roles'
import type { Env } from '../env.ts'
import { randomToken } from '../http/encryption.ts'
import { issueTime, issueToken, type TokenOwner } from '../http/tokens.ts'

/** What a sign-in needs of its request; the headers describe the device. */
export type SignInContext = { env: Env; db: Db; now: Instant; headers: Headers }

const MAX_CITY = 80
/** More devices than anybody uses. */
const MAX_LISTED = 100

/** The location that the platform's edge reports; it uses `XX` for an unknown country and `T1` for Tor. */
function locationOf(headers: Headers): { country: string | null; city: string | null } {
  const country = headers.get('cf-ipcountry') ?? ''
  const isCountry = /^[A-Z]{2}$/.test(country) && country !== 'XX'
  return { country: isCountry ? country : null, city: headers.get('cf-ipcity')?.slice(0, MAX_CITY) || null }
}

/** 128 random bits. */
const randomId = (): string => randomToken(16)

/** The row of a new session, without its account. */
const newSession = (
  { now, headers }: Pick<SignInContext, 'now' | 'headers'>,
  { role, sessionsValidFrom }: Pick<TokenOwner, 'role' | 'sessionsValidFrom'>,
  bySecondFactor: boolean,
) => ({
  id: randomId(),
  tokenId: randomId(),
  bySecondFactor,
  issuedAt: issueTime(now, sessionsValidFrom),
  ...deviceOf(headers.get('user-agent') ?? ''),
  ...locationOf(headers),
  createdAt: now,
  expiresAt: tokenEnd(role, now, now),
  lastUsedAt: now,
})

/**
 * Starts a session of the account and returns its first token (docs/rules/accounts.md 3.5). Every sign-in ends here. Other
 * writes of the sign-in are passed in and go into the same batch.
 */
export async function startSession(
  ctx: SignInContext,
  owner: TokenOwner,
  bySecondFactor: boolean,
  along: readonly Statement[] = [],
): Promise<string> {
  const { env, db, now } = ctx
  const session = newSession(ctx, owner, bySecondFactor)
  await db.batch([db.insert(authSessions).values({ ...session, userId: owner.id }), ...along])
  return issueToken(env.JWT_SECRET, owner, { ...session, signedInAt: now })
}

/** For an account created by the same batch: the statement that starts its first session, and its first token. */
export function firstSession(ctx: SignInContext, role: Role) {
  const { env, db, now } = ctx
  const session = newSession(ctx, { role, sessionsValidFrom: 0 }, false)
  return {
    id: session.id,
    statement: (userId: SQL<number>) => db.insert(authSessions).values({ ...session, userId }),
    token: (owner: Pick<TokenOwner, 'id' | 'role'>) =>
      issueToken(env.JWT_SECRET, owner, { ...session, signedInAt: now }),
  }
}

export type AuthSession = typeof authSessions.$inferSelect

/** The current token of a session. It is deterministic, so that repeated requests get the same text. */
export const tokenOf = (env: Env, owner: Pick<TokenOwner, 'id' | 'role'>, session: AuthSession): Promise<string> =>
  issueToken(env.JWT_SECRET, owner, { ...session, signedInAt: session.createdAt })

export async function findSession(db: Db, id: string): Promise<AuthSession | null> {
  const [session] = await db.select().from(authSessions).where(eq(authSessions.id, id))
  return session ?? null
}

/** Written as raw SQL, because drizzle omits the table name in an update. */
const ownersValidFrom = sql`(SELECT users.sessions_valid_from FROM users WHERE users.id = auth_sessions.user_id)`

type Renewal = { role: Role; signedInAt: Instant; bySecondFactor: boolean }

/**
 * The statement that gives a session its next token, replacing the present one. In a batch it must follow the statement
 * that ends the account's tokens, so that the new one is valid. It returns no row for a session that has ended, or when
 * `isAllowed` is false. With `presentTokenId` neither when another request has already replaced that token, nor when it was
 * ended with all of the account.
 */
export const renewStatement = (
  db: Db,
  session: { id: string; presentTokenId?: string; isAllowed?: SQL },
  { role, signedInAt, bySecondFactor }: Renewal,
  now: Instant,
) =>
  db
    .update(authSessions)
    .set({
      tokenId: randomId(),
      bySecondFactor,
      previousTokenId: sql`${authSessions.tokenId}`,
      refreshedAt: now,
      refreshConfirmed: false,
      issuedAt: sql`MAX(${issueTime(now)}, ${ownersValidFrom})`,
      expiresAt: tokenEnd(role, signedInAt, now),
    })
    .where(
      and(
        eq(authSessions.id, session.id),
        isNull(authSessions.endedAt),
        session.presentTokenId === undefined
          ? undefined
          : and(eq(authSessions.tokenId, session.presentTokenId), sql`${authSessions.issuedAt} >= ${ownersValidFrom}`),
        session.isAllowed,
      ),
    )
    .returning()

/** The statement that ends one session of the account permanently; an ended session is left as it is. */
export const endSessionStatement = (
  db: Db,
  { id, userId }: { id: string; userId: number },
  endedBy: SessionEnd,
  now: Instant,
) =>
  db
    .update(authSessions)
    .set({ endedAt: now, endedBy })
    .where(and(eq(authSessions.id, id), eq(authSessions.userId, userId), isNull(authSessions.endedAt)))
    .returning({ id: authSessions.id })

/**
 * Selects the open sessions of an account, most recently used first. Ending all sessions of an account updates no rows
 * here: those whose token was issued earlier are over.
 */
export const livingSessions = (db: Db, userId: number, now: Instant) =>
  db
    .select()
    .from(authSessions)
    .where(
      and(
        eq(authSessions.userId, userId),
        isNull(authSessions.endedAt),
        gt(authSessions.expiresAt, now),
        sql`${authSessions.issuedAt} >= ${ownersValidFrom}`,
      ),
    )
    .orderBy(desc(authSessions.lastUsedAt), desc(authSessions.createdAt))
    .limit(MAX_LISTED)

/** A session as shown to its owner; `currentId` is the session of the request. */
export const sessionView = (
  session: AuthSession,
  currentId: string | null,
): Result<typeof listOwnSessions>[number] => ({
  id: session.id,
  isCurrent: session.id === currentId,
  browser: session.browser,
  system: session.system,
  country: session.country,
  city: session.city,
  bySecondFactor: session.bySecondFactor,
  createdAt: session.createdAt,
  lastUsedAt: session.lastUsedAt,
  expiresAt: session.expiresAt,
})
