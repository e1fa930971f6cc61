import { errors, jwtVerify, SignJWT } from 'jose'
import { tokenEnd } from '#domain/auth/auth-session'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { isRole, isStaff, type Role } from '#domain/roles'

/** The claims of a token; times in seconds since the Unix epoch, UTC. */
export type Claims = {
  id: number
  /** The account's role when the token was issued; null in tokens without it. It grants nothing: see `reading`. */
  role: Role | null
  iat: number
  exp: number
  /** The session that the token belongs to; for a view-as token the viewer's session, null if the viewer had none. */
  sessionId: string | null
  /** Only the latest token of a session is valid; null in a view-as token, which is not refreshed. */
  tokenId: string | null
  /** For a view-as token: the view's id and the viewing admin; `id` is the viewed account. */
  viewAs: { id: number; viewerId: number } | null
}

/** `sessionsValidFrom`: tokens of the account that were issued earlier are invalid. Seconds. */
export type TokenOwner = { id: number; role: Role; sessionsValidFrom: number }

/** The session that a token is issued for. */
export type IssuingSession = {
  id: string
  tokenId: string
  /** When the person signed in. */
  signedInAt: Instant
  bySecondFactor: boolean
  /** In seconds, from `issueTime`. */
  issuedAt: number
}

const VIEW_AS = 'view-as'
/** RFC 8176: authenticated with several factors. */
const SEVERAL_FACTORS = 'mfa'

const imported = new Map<string, CryptoKey>()

/** Imported once per isolate; jose would import raw bytes again for every token. */
async function keyOf(secret: string): Promise<CryptoKey> {
  const known = imported.get(secret)
  if (known) return known
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const bytes = new TextEncoder().encode(secret)
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify'])
  imported.set(secret, key)
  return key
}

/**
 * Verifies a token by each of the keys that it may have been signed with, the present one first (docs/rules/api.md 1.10).
 * @throws JOSEError of the last key, or at once for a token that is refused for more than its signature.
 */
export async function verifyByAnyKey<T>(
  secrets: readonly string[],
  verify: (key: CryptoKey) => Promise<T>,
): Promise<T> {
  const [present, before] = await Promise.all(secrets.map(keyOf))
  try {
    return await verify(present as CryptoKey)
  } catch (error) {
    if (before && error instanceof errors.JWSSignatureVerificationFailed) return verify(before)
    throw error
  }
}

const seconds = (instant: Instant): number => Math.floor(instant / 1000)

type Payload = Record<string, unknown> & { id: number }

const sign = async (secret: string, payload: Payload, issuedAt: number, end: number): Promise<string> =>
  new SignJWT(payload)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(issuedAt)
    .setExpirationTime(end)
    .sign(await keyOf(secret))

/**
 * The time of issue of a token, in seconds. Right after a sign-out `sessionsValidFrom` is one second ahead, and a token
 * issued in that second must be valid.
 */
export const issueTime = (now: Instant, ...validFrom: number[]): number => Math.max(seconds(now), ...validFrom)

/**
 * Issues an HS256 bearer token for a session (docs/rules/accounts.md 3.5). For staff it also states when and how they
 * signed in (docs/rules/staff.md 4.8).
 */
export function issueToken(
  secret: string,
  { id, role }: Pick<TokenOwner, 'id' | 'role'>,
  { id: sid, tokenId: jti, signedInAt, bySecondFactor, issuedAt }: IssuingSession,
): Promise<string> {
  const end = seconds(tokenEnd(role, signedInAt, issuedAt * 1000))
  const ofStaff = isStaff(role)
    ? { auth_time: seconds(signedInAt), ...(bySecondFactor ? { amr: [SEVERAL_FACTORS] } : {}) }
    : {}
  return sign(secret, { id, role, sid, jti, ...ofStaff }, issuedAt, end)
}

type View = { id: number; viewer: TokenOwner; viewerSessionId: string | null; subject: TokenOwner; end: Instant }

/** Issues a token for viewing the app as the subject (docs/rules/staff.md 5.2). */
export function issueViewAsToken(
  secret: string,
  { id, viewer, viewerSessionId, subject, end }: View,
  now: Instant,
): Promise<string> {
  const issuedAt = issueTime(now, viewer.sessionsValidFrom, subject.sessionsValidFrom)
  const session = viewerSessionId === null ? {} : { sid: viewerSessionId }
  return sign(
    secret,
    { id: subject.id, role: subject.role, purpose: VIEW_AS, viewer: viewer.id, view: id, ...session },
    issuedAt,
    seconds(end),
  )
}

const isId = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** A token with an unknown purpose is not a bearer token. */
function viewOf({ purpose, view, viewer }: Record<string, unknown>): Claims['viewAs'] {
  if (purpose === undefined) return null
  if (purpose !== VIEW_AS || !isId(view) || !isId(viewer)) throw new DomainError('unauthenticated')
  return { id: view, viewerId: viewer }
}

/** @throws DomainError `unauthenticated` for a forged, malformed or expired token, or one of another purpose. */
export async function readToken(secrets: readonly string[], token: string, now: Instant): Promise<Claims> {
  try {
    const expected = {
      algorithms: ['HS256'],
      // Not the system clock: in local development the product's time can be moved.
      currentDate: new Date(now),
      requiredClaims: ['id', 'iat', 'exp'],
    }
    const { payload } = await verifyByAnyKey(secrets, (key) => jwtVerify(token, key, expected))
    const { id, role, iat = 0, exp = 0, sid, jti } = payload
    const viewAs = viewOf(payload)
    if (!isId(id)) throw new DomainError('unauthenticated')
    return {
      id,
      role: isRole(role) ? role : null,
      iat,
      exp,
      sessionId: textOrNull(sid),
      tokenId: textOrNull(jti),
      viewAs,
    }
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof DomainError) throw new DomainError('unauthenticated')
    throw error
  }
}
