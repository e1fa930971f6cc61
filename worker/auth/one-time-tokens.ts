import { compactVerify, errors, SignJWT } from 'jose'
import type { Db } from '#db/client'
import { spentTokens } from '#db/schema/google'
import type { Instant } from '#domain/cairo'
import type { Env } from '../env.ts'
import { sha256 } from '../http/sha256.ts'

/**
 * Short-lived tokens of a sign-in that goes over another site. They are signed and not stored: only those that were used are,
 * so that beginning a sign-in writes nothing. None is a bearer token, which names an account.
 */

type Purpose = 'google-nonce' | 'google-continuation'

/** A token that may be used once: what it is kept by, and until when. */
export type Once = { id: string; expiresAt: Instant }

const keyOf = (env: Env) => new TextEncoder().encode(env.JWT_SECRET)

type Issued = { purpose: Purpose; claims: Record<string, unknown>; expiresAt: Instant }

export const issueOneTimeToken = (env: Env, { purpose, claims, expiresAt }: Issued): Promise<string> =>
  new SignJWT({ ...claims, purpose })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setJti(crypto.randomUUID())
    .setExpirationTime(Math.floor(expiresAt / 1000))
    .sign(keyOf(env))

/** The claims of a living token of this purpose, null for any other; whether it was used before says `spendToken`. */
export async function readOneTimeToken(
  env: Env,
  purpose: Purpose,
  token: string,
  now: Instant,
): Promise<{ claims: Record<string, unknown>; once: Once } | null> {
  try {
    const { payload } = await compactVerify(token, keyOf(env), { algorithms: ['HS256'] })
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

/** Of an id token its signed part: the encoding of a signature can be varied, that of what it signs cannot. */
export const onceOfIdToken = (token: string, expiresAt: Instant): Once => ({
  id: token.slice(0, token.lastIndexOf('.')),
  expiresAt,
})

/** Uses a token up; false when it was used before. */
export async function spendToken(db: Db, { id, expiresAt }: Once): Promise<boolean> {
  const spent = await db
    .insert(spentTokens)
    .values({ tokenHash: await sha256(id), expiresAt })
    .onConflictDoNothing()
    .returning({ tokenHash: spentTokens.tokenHash })
  return spent.length > 0
}
