import { googleRefusal } from '#contract/auth'
import type { Db } from '#db/client'
import { type Instant, minutes } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { RETURN_PATHS, SIGN_IN_VALIDITY_MS, type ThirdPartyPerson } from '#domain/users/third-party'
import { type Env, webOrigins } from '../env.ts'
import { encoder } from '../http/encode.ts'
import { sha256 } from '../http/sha256.ts'
import { consumeFixedWindow } from '../http/throttle.ts'
import { exchangeCode, type GoogleCode, personOfAccessToken, readIdToken } from '../outside/google/identity.ts'
import { issueOneTimeToken, type Once, onceOfIdToken, readOneTimeToken, spendToken } from './one-time-tokens.ts'

/** Identifies the person of a Google sign-in from any of the accepted credentials. */

type Asking = { env: Env; db: Db; now: Instant; ip: string }

/**
 * Each code and access token costs requests to Google, even from strangers; a school or a mobile operator shares one
 * address.
 */
const EXCHANGES = { uses: 60, windowMs: minutes(1) }

const countExchange = ({ db, now, ip }: Asking) => consumeFixedWindow(db, `google ${ip}`, EXCHANGES, now)

/**
 * The page to which Google redirects, normalised: an allowed path of one of our origins and nothing else. A query, a
 * fragment or credentials would be returned together with the code.
 * @throws DomainError `bad-request` for any other address.
 */
export function assertReturnAddress(env: Env, redirectUri: string): string {
  const { origin = '', pathname = '', href = '' } = URL.parse(redirectUri) ?? {}
  const address = `${origin}${pathname}`
  if (!webOrigins(env).includes(origin) || !RETURN_PATHS.includes(pathname) || href !== address)
    throw new DomainError('bad-request', 'redirectUri: not a page of ours')
  return address
}

/** A nonce for one sign-in, bound to its PKCE challenge. */
export const issueNonce = (env: Env, challenge: string, now: Instant): Promise<string> =>
  issueOneTimeToken(env, { purpose: 'google-nonce', claims: { challenge }, expiresAt: now + SIGN_IN_VALIDITY_MS })

/**
 * The person of an authorization code: its id token must contain one of our nonces that has not been used before.
 * @throws DomainError `bad-request` for a page that is not ours, `unauthenticated`, `service-unavailable`,
 * `too-many-requests`.
 */
export async function personOfCode(
  ctx: Asking,
  { code, verifier, redirectUri }: GoogleCode,
): Promise<ThirdPartyPerson> {
  const { env, db, now } = ctx
  const address = assertReturnAddress(env, redirectUri)
  await countExchange(ctx)
  const { person, nonce } = await exchangeCode(env, { code, verifier, redirectUri: address })
  const issued = nonce === null ? null : await readOneTimeToken(env, 'google-nonce', nonce, now)
  if (!issued || issued.claims.challenge !== (await sha256(verifier))) throw new DomainError('unauthenticated')
  if (!(await spendToken(db, issued.once))) throw new DomainError('unauthenticated')
  return person
}

/**
 * As `personOfCode`, for a person who is signed in, whose own token must not be reported as invalid.
 * @throws DomainError `google-sign-in-failed` where `personOfCode` throws `unauthenticated`.
 */
export const personOfOwnCode = (ctx: Asking, brought: GoogleCode): Promise<ThirdPartyPerson> =>
  personOfCode(ctx, brought).catch((error: unknown) => {
    const isRefused = error instanceof DomainError && error.code === 'unauthenticated'
    throw isRefused ? new DomainError('google-sign-in-failed') : error
  })

/** `once`: the token to mark as used when this sign-in succeeds; null for a token that is already used or may be reused. */
export type Presented = { person: ThirdPartyPerson; once: Once | null }

type Shown = ({ type: 'code' } & GoogleCode) | { type: 'bearer' | 'id-token' | 'continued'; token: string }

async function personOfContinuation({ env, now }: Asking, token: string): Promise<Presented> {
  const read = await readOneTimeToken(env, 'google-continuation', token, now)
  if (!read) throw new DomainError('unauthenticated')
  // Only this server signs these claims, and in this form.
  return { person: read.claims.person as ThirdPartyPerson, once: read.once }
}

/** @throws DomainError `unauthenticated`, `service-unavailable`, `too-many-requests`, `bad-request`. */
export async function presentedBy(ctx: Asking, shown: Shown): Promise<Presented> {
  if (shown.type === 'code') return { person: await personOfCode(ctx, shown), once: null }
  if (shown.type === 'continued') return personOfContinuation(ctx, shown.token)
  if (shown.type === 'id-token') {
    const { person, expiresAt } = await readIdToken(ctx.env, shown.token)
    return { person, once: onceOfIdToken(shown.token, expiresAt) }
  }
  await countExchange(ctx)
  return { person: await personOfAccessToken(ctx.env, shown.token), once: null }
}

const encodeRefusal = encoder(googleRefusal)

/** A refusal after which the sign-in can continue, with a role or with the account's password. */
export async function refusalToContinue(
  { env, now }: Asking,
  code: 'user-not-found' | 'link-required',
  { person, hasPassword }: { person: ThirdPartyPerson; hasPassword: boolean },
): Promise<DomainError> {
  const issued = { purpose: 'google-continuation', claims: { person }, expiresAt: now + SIGN_IN_VALIDITY_MS } as const
  const continuation = await issueOneTimeToken(env, issued)
  const details = encodeRefusal({ continuation, email: person.email, hasPassword })
  return new DomainError(code, 'POST /auth/google with details.continuation', details)
}
