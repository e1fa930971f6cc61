import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Context, MiddlewareHandler } from 'hono'
import { batchAll, type RowsOf, type Statement } from '#db/batch'
import type { Db } from '#db/client'
import { authSessions } from '#db/schema/auth-sessions'
import { users } from '#db/schema/users'
import { viewAsSessions } from '#db/schema/view-as'
import { hasSecondFactor, ownsSecondFactor } from '#db/second-factor'
import { LAST_USE_STEP_MS, tokenState } from '#domain/auth/auth-session'
import { needsSecondFactor } from '#domain/auth/second-factor'
import { whyNotView } from '#domain/auth/view-as'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { networkOf } from '#domain/network'
import { acceptedKeys, type Env, isSecondFactorRequired } from '../env.ts'
import type { Actor, AppEnv, Session, SessionToken } from './app-env.ts'
import { isAmong } from './filters.ts'
import { RequestCoalescer } from './request-coalescer.ts'
import { type Claims, readToken } from './tokens.ts'

/**
 * The network of the client's address as the platform's edge reports it; rate limits are counted by it
 * (docs/decisions/004).
 */
export const ipOf = (c: Context<AppEnv>): string => networkOf(c.req.header('cf-connecting-ip') ?? 'unknown')

const actorColumns = {
  id: users.id,
  role: users.role,
  name: users.name,
  email: users.email,
  verifiedEmail: users.verifiedEmail,
  verifiedPhone: users.verifiedPhone,
  birthYear: users.birthYear,
  hasGuardian: users.hasGuardian,
  acceptedTerms: users.acceptedTerms,
  acceptedPrivacy: users.acceptedPrivacy,
  sessionsValidFrom: users.sessionsValidFrom,
  secondFactor: hasSecondFactor,
}

/**
 * No column name of the account may recur here: D1's timing figures of such a statement would be lost (docs/rules/staff.md
 * 7.1).
 */
const sessionColumns = {
  createdAt: authSessions.createdAt,
  bySecondFactor: authSessions.bySecondFactor,
  tokenId: authSessions.tokenId,
  previousTokenId: authSessions.previousTokenId,
  refreshedAt: authSessions.refreshedAt,
  refreshConfirmed: authSessions.refreshConfirmed,
  lastUsedAt: authSessions.lastUsedAt,
  endedAt: authSessions.endedAt,
}

/** Selects an account, and the session when it belongs to the account. */
const accountStatement = (db: Db, id: number, sessionId: string | null) =>
  db
    .select({ account: actorColumns, session: sessionColumns })
    .from(users)
    .leftJoin(authSessions, and(eq(authSessions.id, sessionId ?? ''), eq(authSessions.userId, users.id)))
    .where(eq(users.id, id))

type AccountRow = Awaited<ReturnType<typeof accountStatement>>[number]

function accountOf(found: AccountRow | undefined, sessionId: string | null) {
  if (!found) return null
  const { sessionsValidFrom, secondFactor, ...actor } = found.account
  const hasFactor = secondFactor === 1
  const session = found.session && sessionId !== null ? { id: sessionId, row: found.session } : null
  return { actor, sessionsValidFrom, hasFactor, session }
}

type LoadedAccount = NonNullable<ReturnType<typeof accountOf>>
type LoadedSession = NonNullable<LoadedAccount['session']>

/** The authenticated account and how it was authenticated. */
export type Caller = { actor: Actor; session: Session }

/** What authentication needs: `after` runs writes that the response does not wait for. */
export type CallerContext = { env: Env; db: Db; now: Instant; after: (work: Promise<unknown>) => void }

const isEnded = (claims: Claims, { sessionsValidFrom }: LoadedAccount): boolean => claims.iat < sessionsValidFrom

type LoadedView = {
  view: typeof viewAsSessions.$inferSelect | undefined
  viewer: LoadedAccount | null
  subject: LoadedAccount
}

/**
 * A view-as session ends when it is ended explicitly, when the viewer or the viewed account ends all its sessions, when the
 * viewer signs out of the session that started it, and when the viewer may no longer view the account (docs/rules/staff.md
 * 5.3).
 */
function assertViewGoesOn(
  claims: Claims,
  { viewerId }: NonNullable<Claims['viewAs']>,
  { view, viewer, subject }: LoadedView,
  now: Instant,
): void {
  const isOfThese = view?.viewerId === viewerId && view.subjectId === claims.id
  if (!view || !viewer || !isOfThese || view.endedAt !== null || view.expiresAt <= now)
    throw new DomainError('unauthenticated')
  if (isEnded(claims, viewer) || whyNotView(viewer.actor, subject.actor)) throw new DomainError('unauthenticated')
  if (claims.sessionId !== null && viewer.session?.row.endedAt !== null) throw new DomainError('unauthenticated')
}

/** A use of a session by its latest token; `confirms` for the first use after a refresh. */
type Touch = { sessionId: string; tokenId: string; confirms: boolean }

/**
 * Updates the sessions that still have the used token. A token id belongs to one session, so the two lists need not be
 * matched in pairs.
 */
function touchStatement({ db, now }: CallerContext, touches: readonly Touch[], refreshConfirmed?: true): Statement[] {
  if (touches.length === 0) return []
  const [sessions, tokens] = [touches.map(({ sessionId }) => sessionId), touches.map(({ tokenId }) => tokenId)]
  const areStill = and(isAmong(authSessions.id, sessions), isAmong(authSessions.tokenId, tokens))
  const query = db.update(authSessions).set({ lastUsedAt: now, refreshConfirmed })
  return [query.where(and(areStill, isNull(authSessions.endedAt)))]
}

async function touchSessions(ctx: CallerContext, touches: readonly Touch[]): Promise<null[]> {
  const confirming = touches.filter(({ confirms }) => confirms)
  const others = touches.filter(({ confirms }) => !confirms)
  await batchAll(ctx.db, [...touchStatement(ctx, confirming, true), ...touchStatement(ctx, others)])
  return touches.map(() => null)
}

const coalescedTouches = new RequestCoalescer(touchSessions)

/**
 * Updates when a session was last used: immediately for the first use of a refreshed token, which invalidates the previous
 * token, otherwise every few minutes. Concurrent updates write the same values.
 */
function touchSession(ctx: CallerContext, { id, row }: LoadedSession, isPresent: boolean): void {
  const confirms = isPresent && !row.refreshConfirmed
  if (!confirms && ctx.now < row.lastUsedAt + LAST_USE_STEP_MS) return
  ctx.after(coalescedTouches.run(ctx, { sessionId: id, tokenId: row.tokenId, confirms }))
}

/** @throws DomainError `unauthenticated` for a token without a session, or of a session that has ended. */
function sessionTokenOf(ctx: CallerContext, tokenId: string | null, session: LoadedAccount['session']): SessionToken {
  if (!session || session.row.endedAt !== null || tokenId === null) throw new DomainError('unauthenticated')
  const { id, row } = session
  const isPresent = tokenId === row.tokenId
  const state = tokenState(row, tokenId, ctx.now)
  if (state === 'current') touchSession(ctx, session, isPresent)
  return { sessionId: id, presentTokenId: row.tokenId, isPresent, state }
}

/** The `Session` of a view-as token, which has no stored session of its own. */
const ofView = (claims: Claims, { sessionsValidFrom: validFrom }: LoadedAccount): Session => ({
  token: null,
  signedInAt: claims.iat * 1000,
  expiresAt: claims.exp * 1000,
  validFrom,
  bySecondFactor: false,
  mustEnrol: false,
  viewAs: claims.viewAs,
})

type Named = { account: LoadedAccount | null; view: LoadedView['view']; viewer: LoadedAccount | null }

/** Loads the account that a token names with its session, and for a view-as token also the viewer and the view. */
async function loadNamed<First extends readonly Statement[]>(db: Db, claims: Claims, first: First) {
  const { id, sessionId, viewAs } = claims
  const named = accountStatement(db, id, viewAs ? null : sessionId)
  if (!viewAs) {
    const [[found], ...rows] = await db.batch([named, ...first])
    return { account: accountOf(found, sessionId), view: undefined, viewer: null, rows: rows as RowsOf<First> }
  }
  const [[found], [viewer], [view], ...rows] = await db.batch([
    named,
    accountStatement(db, viewAs.viewerId, sessionId),
    db.select().from(viewAsSessions).where(eq(viewAsSessions.id, viewAs.id)),
    ...first,
  ])
  return { account: accountOf(found, null), view, viewer: accountOf(viewer, sessionId), rows: rows as RowsOf<First> }
}

function callerNamed(ctx: CallerContext, claims: Claims, { account, view, viewer }: Named): Caller | null {
  const { env, now } = ctx
  const { viewAs } = claims
  if (!account) return null
  if (isEnded(claims, account)) throw new DomainError('unauthenticated')
  const { actor, hasFactor } = account
  if (viewAs) {
    assertViewGoesOn(claims, viewAs, { view, viewer, subject: account }, now)
    return { actor, session: ofView(claims, account) }
  }
  const own = sessionTokenOf(ctx, claims.tokenId, account.session)
  const bySecondFactor = account.session?.row.bySecondFactor === true
  if (hasFactor && !bySecondFactor) throw new DomainError('unauthenticated')
  const mustEnrol = !hasFactor && needsSecondFactor(actor.role, isSecondFactorRequired(env))
  const times = { signedInAt: account.session?.row.createdAt ?? 0, expiresAt: claims.exp * 1000 }
  const validFrom = account.sessionsValidFrom
  return { actor, session: { token: own, ...times, validFrom, bySecondFactor, mustEnrol, viewAs: null } }
}

/**
 * The account of a bearer token, null when it no longer exists, and the rows of `first`, which are read in the same round
 * trip and must not be used before this function has returned. For a token that a refresh has replaced it returns the
 * token's state; callers permit only what that state allows (`refuseReplaced`).
 * @throws DomainError `unauthenticated` for an ended session (docs/rules/accounts.md 3.5), and for a session without a
 * second factor when the account has one (docs/rules/staff.md 4.4).
 */
export async function callerOfClaims<const First extends readonly Statement[]>(
  ctx: CallerContext,
  claims: Claims,
  first: First,
): Promise<{ caller: Caller | null; rows: RowsOf<First> }> {
  const { rows, ...named } = await loadNamed(ctx.db, claims, first)
  return { caller: callerNamed(ctx, claims, named), rows }
}

type NamedSession = Pick<Claims, 'id' | 'sessionId'>

/** Loads many accounts with their sessions, in the order of `named`; two index lookups each. */
async function loadAccounts({ db }: CallerContext, named: readonly NamedSession[]): Promise<(LoadedAccount | null)[]> {
  const pairs = JSON.stringify(named.map(({ id, sessionId }) => [id, sessionId]))
  const rows = await db
    .select({ place: sql<number>`named.key`.as('place'), account: actorColumns, session: sessionColumns })
    .from(sql`json_each(${pairs}) AS named`)
    .innerJoin(users, sql`${users.id} = named.value ->> 0`)
    .leftJoin(authSessions, and(sql`${authSessions.id} = named.value ->> 1`, eq(authSessions.userId, users.id)))
  const found = new Map(rows.map((row) => [row.place, row]))
  return named.map(({ sessionId }, place) => accountOf(found.get(place), sessionId))
}

const coalescedAccounts = new RequestCoalescer(loadAccounts)

/**
 * As `callerOfClaims`, for WebSocket upgrades, thousands of which arrive at once after a restart: the accounts of
 * concurrent requests are read in one statement.
 */
export async function callerAmongMany(ctx: CallerContext, claims: Claims): Promise<Caller | null> {
  if (claims.viewAs) return (await callerOfClaims(ctx, claims, [])).caller
  const account = await coalescedAccounts.run(ctx, claims)
  return callerNamed(ctx, claims, { account, view: undefined, viewer: null })
}

/** @throws DomainError `unauthenticated` for a token that a refresh has replaced (docs/rules/accounts.md 9.2). */
export function refuseReplaced(session: Session | null): void {
  if (session?.token && session.token.state !== 'current') throw new DomainError('unauthenticated')
}

/** Finds the account of an e-mail and password. The area `auth` provides it, so that `http/` depends on no area. */
export type CheckPassword = (
  ctx: { env: Env; db: Db; now: Instant; ip: string },
  email: string,
  password: string,
) => Promise<Actor & { sessionsValidFrom: number }>

/** Longer text cannot be an e-mail address, and must not become the key of a counter. */
const MAX_EMAIL_TEXT = 254

function readBasic(credentials: string): { email: string; password: string } {
  try {
    const text = new TextDecoder().decode(Uint8Array.from(atob(credentials), (character) => character.charCodeAt(0)))
    const colon = text.indexOf(':')
    if (colon > 0 && colon <= MAX_EMAIL_TEXT) return { email: text.slice(0, colon), password: text.slice(colon + 1) }
  } catch {
    // Invalid Base64 names no account: the refusal below applies.
  }
  throw new DomainError('unauthenticated')
}

/** A password alone does not authenticate an account that has a second factor (docs/rules/staff.md 4.4). */
async function callerOfPassword(c: Context<AppEnv>, credentials: string, checkPassword: CheckPassword) {
  const { db, now } = c.var
  const { email, password } = readBasic(credentials)
  const actor = await checkPassword({ env: c.env, db, now, ip: ipOf(c) }, email, password)
  if (await ownsSecondFactor(db, actor.id)) throw new DomainError('second-factor-required', 'sign in at /auth/password')
  const mustEnrol = needsSecondFactor(actor.role, isSecondFactorRequired(c.env))
  const times = { signedInAt: now, expiresAt: now }
  const { sessionsValidFrom: validFrom } = actor
  const session: Session = { token: null, ...times, validFrom, bySecondFactor: false, mustEnrol, viewAs: null }
  return { actor, session }
}

export const callerAt = (c: Context<AppEnv>): CallerContext => ({
  env: c.env,
  db: c.var.db,
  now: c.var.now,
  after: (work) => c.executionCtx.waitUntil(work),
})

/**
 * Reads the credentials of a request before anything else: a bearer token, whose signature and expiry are checked here and
 * whose account and session are checked by the call (`bind.ts`), or Basic with e-mail and password, which are checked at
 * once. A request without an `authorization` header is anonymous.
 * @throws DomainError `unauthenticated` for unreadable credentials and for a forged or expired token, and whatever
 * `checkPassword` throws.
 */
export const identify =
  (checkPassword: CheckPassword): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const [scheme = '', credentials = ''] = c.req.header('authorization')?.split(' ') ?? []
    if (/^bearer$/i.test(scheme))
      c.set('claims', await readToken(acceptedKeys(c.env, 'JWT_SECRET'), credentials, c.var.now))
    else if (/^basic$/i.test(scheme)) {
      const { actor, session } = await callerOfPassword(c, credentials, checkPassword)
      c.set('actor', actor)
      c.set('session', session)
    } else if (c.req.header('authorization')) throw new DomainError('unauthenticated')
    await next()
  }
