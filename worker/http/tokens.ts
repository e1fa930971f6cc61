import { errors, jwtVerify, SignJWT } from 'jose'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { isStaff, type Role } from '#domain/roles'
import { tokenEnd } from '#domain/second-factor/second-factor'

/** The claims of a token; times in seconds since 1970. */
export type Claims = {
  id: number
  iat: number
  exp: number
  /** When the sign-in was that the token goes back to; a token of nobody's staff has its own time of issue. */
  signedInAt: number
  /** Whether a second factor took part in that sign-in. */
  bySecondFactor: boolean
  /** Of a view-as token: the view's id, and the admin who looks; `id` is the account that is looked at. */
  viewAs: { id: number; viewerId: number } | null
}

/** `sessionsValidFrom` (seconds) is the account's oldest acceptable time of issue. */
export type TokenOwner = { id: number; role: Role; sessionsValidFrom: number }

/** The sign-in that a token goes back to. */
export type SignIn = { signedInAt: Instant; bySecondFactor: boolean }

const VIEW_AS = 'view-as'
/** RFC 8176: several factors took part. */
const SEVERAL_FACTORS = 'mfa'

let imported: { secret: string; key: Uint8Array } | undefined

function keyOf(secret: string): Uint8Array {
  if (imported?.secret !== secret) imported = { secret, key: new TextEncoder().encode(secret) }
  return imported.key
}

const seconds = (instant: Instant): number => Math.floor(instant / 1000)

type Payload = Record<string, unknown> & { id: number }

const sign = (secret: string, payload: Payload, issuedAt: number, end: number): Promise<string> =>
  new SignJWT(payload)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(issuedAt)
    .setExpirationTime(end)
    .sign(keyOf(secret))

/**
 * Issues an HS256 bearer token (docs/rules/accounts.md 3.5). Right after a sign-out the account's oldest acceptable time of
 * issue lies one second ahead: a token issued in that second must not end with it. Of staff the token also says when and
 * how they signed in, by which it is refreshed and judged (docs/rules/staff.md 4.8).
 */
export function issueToken(
  secret: string,
  { id, role, sessionsValidFrom }: TokenOwner,
  now: Instant,
  { signedInAt, bySecondFactor }: SignIn = { signedInAt: now, bySecondFactor: false },
): Promise<string> {
  const issuedAt = Math.max(seconds(now), sessionsValidFrom)
  const ahead = issuedAt - seconds(now)
  const end = seconds(tokenEnd(role, signedInAt, now)) + ahead
  const ofStaff = isStaff(role)
    ? { auth_time: seconds(signedInAt), ...(bySecondFactor ? { amr: [SEVERAL_FACTORS] } : {}) }
    : {}
  return sign(secret, { id, ...ofStaff }, issuedAt, end)
}

type View = { id: number; viewer: TokenOwner; subject: TokenOwner; end: Instant }

/** Issues a token for looking at the app as the subject (docs/rules/staff.md 5.2). */
export function issueViewAsToken(secret: string, { id, viewer, subject, end }: View, now: Instant): Promise<string> {
  const issuedAt = Math.max(seconds(now), viewer.sessionsValidFrom, subject.sessionsValidFrom)
  return sign(secret, { id: subject.id, purpose: VIEW_AS, viewer: viewer.id, view: id }, issuedAt, seconds(end))
}

const isId = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0

/** A token of a purpose that is not known here is no bearer token. */
function viewOf({ purpose, view, viewer }: Record<string, unknown>): Claims['viewAs'] {
  if (purpose === undefined) return null
  if (purpose !== VIEW_AS || !isId(view) || !isId(viewer)) throw new DomainError('unauthenticated')
  return { id: view, viewerId: viewer }
}

/** @throws DomainError `unauthenticated` for a forged, malformed or expired token, or one of another purpose. */
export async function readToken(secret: string, token: string, now: Instant): Promise<Claims> {
  try {
    const { payload } = await jwtVerify(token, keyOf(secret), {
      algorithms: ['HS256'],
      // Not the system's clock: on a laptop the product's time can be moved.
      currentDate: new Date(now),
      requiredClaims: ['id', 'iat', 'exp'],
    })
    const { id, iat = 0, exp = 0, auth_time: signedInAt, amr } = payload
    if (!isId(id)) throw new DomainError('unauthenticated')
    return {
      id,
      iat,
      exp,
      signedInAt: isId(signedInAt) ? signedInAt : iat,
      bySecondFactor: Array.isArray(amr) && amr.includes(SEVERAL_FACTORS),
      viewAs: viewOf(payload),
    }
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof DomainError) throw new DomainError('unauthenticated')
    throw error
  }
}
