import { compactVerify, errors, SignJWT } from 'jose'
import type { Db } from '#db/client'
import { spentTokens } from '#db/schema/google'
import type { Instant } from '#domain/cairo'
import { acceptedKeys, type Env } from '../env.ts'
import { sha256 } from '../http/sha256.ts'
import { verifyByAnyKey } from '../http/tokens.ts'

/**
 * Short-lived tokens of a sign-in through another site. They are signed rather than stored, so that starting a sign-in
 * writes nothing; only used ones are stored. None is a bearer token, since none names an account.
 */

type Purpose = 'google-nonce' | 'google-continuation'

/** A token that may be used once: the id under which its use is stored, and its expiry. */
export type Once = { id: string; expiresAt: Instant }

type Issued = { purpose: Purpose; claims: Record<string, unknown>; expiresAt: Instant }

/** Signs a token of this purpose; its expiry is rounded down to a second. */
export const issueOneTimeToken = (env: Env, { purpose, claims, expiresAt }: Issued): Promise<string> =>
  new SignJWT({ ...claims, purpose })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setJti(crypto.randomUUID())
    .setExpirationTime(Math.floor(expiresAt / 1000))
    .sign(new TextEncoder().encode(env.JWT_SECRET))

/**
 * The claims of an unexpired token of this purpose, null otherwise; whether it was used before is checked by `spendToken`.
 */
export async function readOneTimeToken(
  env: Env,
  purpose: Purpose,
  token: string,
  now: Instant,
): Promise<{ claims: Record<string, unknown>; once: Once } | null> {
  try {
    const { payload } = await verifyByAnyKey(acceptedKeys(env, 'JWT_SECRET'), (key) =>
      compactVerify(token, key, { algorithms: ['HS256'] }),
    )
    const claims = JSON.parse(new TextDecoder().decode(payload)) as Record<string, unknown>
    const { jti, exp } = claims
    if (claims.purpose !== purpose || typeof jti !== 'string' || typeof exp !== 'number') return null
    const expiresAt = exp * 1000
    return expiresAt > now ? { claims, once: { id: jti, expiresAt } } : null
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

/** An id token is identified by its signed part: the encoding of a signature can be varied without invalidating it. */
export const onceOfIdToken = (token: string, expiresAt: Instant): Once => ({
  id: token.slice(0, token.lastIndexOf('.')),
  expiresAt,
})

/** Marks a token as used; false when it was used before. */
export async function spendToken(db: Db, { id, expiresAt }: Once): Promise<boolean> {
  const spent = await db
    .insert(spentTokens)
    .values({ tokenHash: await sha256(id), expiresAt })
    .onConflictDoNothing()
    .returning({ tokenHash: spentTokens.tokenHash })
  return spent.length > 0
}
