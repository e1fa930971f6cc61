import { errors, jwtVerify, SignJWT } from 'jose'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'

/** Seven days (docs/rules/accounts.md 3.5). */
export const TOKEN_SECONDS = 7 * 24 * 60 * 60

/** The claims of a bearer token; `iat` and `exp` are seconds since 1970. */
export type Claims = { id: number; iat: number; exp: number }

let imported: { secret: string; key: Uint8Array } | undefined

function keyOf(secret: string): Uint8Array {
  if (imported?.secret !== secret) imported = { secret, key: new TextEncoder().encode(secret) }
  return imported.key
}

/**
 * Issues an HS256 bearer token (docs/rules/accounts.md 3.5). `validFrom` (seconds) is the account's oldest acceptable time of
 * issue, which lies one second ahead right after a sign-out: a token issued in that second must not end with it.
 */
export function issueToken(secret: string, userId: number, validFrom: number, now: Instant): Promise<string> {
  const issuedAt = Math.max(Math.floor(now / 1000), validFrom)
  return new SignJWT({ id: userId })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + TOKEN_SECONDS)
    .sign(keyOf(secret))
}

/** @throws DomainError `unauthenticated` for a forged, malformed or expired token. */
export async function readToken(secret: string, token: string, now: Instant): Promise<Claims> {
  try {
    const { payload } = await jwtVerify(token, keyOf(secret), {
      algorithms: ['HS256'],
      // Not the system's clock: on a laptop the product's time can be moved.
      currentDate: new Date(now),
      requiredClaims: ['id', 'iat', 'exp'],
    })
    const { id, iat, exp } = payload
    if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1) throw new DomainError('unauthenticated')
    return { id, iat: iat ?? 0, exp: exp ?? 0 }
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof DomainError) throw new DomainError('unauthenticated')
    throw error
  }
}
