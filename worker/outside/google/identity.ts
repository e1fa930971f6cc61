import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import { DomainError } from '#domain/errors'
import { normalEmail } from '#domain/users/email'
import type { ThirdPartyPerson } from '#domain/users/third-party'
import type { Env } from '../../env.ts'
import { type ProviderResponse, ProviderUnreachable, requestJson } from '../request-json.ts'

/** Google's OpenID provider, as its discovery document names it. */
const ISSUER = 'https://accounts.google.com'
const KEYS = 'https://www.googleapis.com/oauth2/v3/certs'
const USER_INFO = 'https://openidconnect.googleapis.com/v1/userinfo'
const TOKEN_INFO = 'https://oauth2.googleapis.com/tokeninfo'
const AUTHORIZE = 'https://accounts.google.com/o/oauth2/v2/auth'
/** What the id of our client ends with (docs/rules/accounts.md 3.4). */
const CLIENT_SUFFIX = '.apps.googleusercontent.com'
const TIMEOUT_MS = 5000

/** @throws DomainError `service-unavailable` where no client is configured. */
function clientId(env: Env): string {
  if (!env.GOOGLE_CLIENT_ID?.endsWith(CLIENT_SUFFIX))
    throw new DomainError('service-unavailable', `GOOGLE_CLIENT_ID: a client that ends with ${CLIENT_SUFFIX}`)
  return env.GOOGLE_CLIENT_ID
}

type Keys = ReturnType<typeof createRemoteJWKSet>
let held: { url: string; keys: Keys } | undefined

/** The provider's published keys, kept as long as they are fresh. */
function keysOf(env: Env): Keys {
  const url = env.GOOGLE_KEYS_URL ?? KEYS
  if (held?.url !== url) held = { url, keys: createRemoteJWKSet(new URL(url), { timeoutDuration: TIMEOUT_MS }) }
  return held.keys
}

/** What says that the keys could not be read, not that the token is wrong. */
const isAway = (error: unknown): boolean =>
  !(error instanceof errors.JOSEError) ||
  error instanceof errors.JWKSTimeout ||
  error instanceof errors.JWKSInvalid ||
  error.code === 'ERR_JOSE_GENERIC'

/** @throws DomainError `unauthenticated` when the provider does not name a person with an address. */
function personIn({ sub, email, email_verified }: Record<string, unknown>): ThirdPartyPerson {
  if (typeof sub !== 'string' || sub === '' || typeof email !== 'string' || !email.includes('@'))
    throw new DomainError('unauthenticated')
  // Its token endpoint says so in words, its others with a boolean.
  return {
    subject: sub,
    email: normalEmail(email),
    verifiedEmail: email_verified === true || email_verified === 'true',
  }
}

/**
 * The person of an id token: signed by one of the provider's published keys, for our client, not expired.
 * @throws DomainError `unauthenticated`, `service-unavailable` when the keys cannot be read.
 */
export async function personOfIdToken(env: Env, token: string): Promise<ThirdPartyPerson> {
  const issuer = env.GOOGLE_ISSUER ?? ISSUER
  const audience = clientId(env)
  try {
    const { payload } = await jwtVerify(token, keysOf(env), {
      algorithms: ['RS256'],
      // Google writes its name with and without the scheme.
      issuer: [issuer, issuer.replace('https://', '')],
      audience,
      requiredClaims: ['sub', 'iat', 'exp'],
    })
    return personIn(payload)
  } catch (error) {
    if (error instanceof DomainError) throw error
    throw new DomainError(isAway(error) ? 'service-unavailable' : 'unauthenticated')
  }
}

async function askGoogle(url: string, headers: Record<string, string>): Promise<ProviderResponse> {
  try {
    return await requestJson(url, { method: 'GET', headers })
  } catch (error) {
    if (error instanceof ProviderUnreachable) throw new DomainError('service-unavailable')
    throw error
  }
}

/**
 * The person of an access token. User-info alone would answer for a token that was given to any other site, so the
 * provider is first asked for whom it was made.
 * @throws DomainError `unauthenticated`, `service-unavailable` when the provider does not answer.
 */
export async function personOfAccessToken(env: Env, token: string): Promise<ThirdPartyPerson> {
  const audience = clientId(env)
  const about = await askGoogle(
    `${env.GOOGLE_TOKEN_INFO_URL ?? TOKEN_INFO}?access_token=${encodeURIComponent(token)}`,
    {},
  )
  if (about.status !== 200 || about.body.aud !== audience) throw new DomainError('unauthenticated')
  const person = await askGoogle(env.GOOGLE_USER_INFO_URL ?? USER_INFO, { authorization: `Bearer ${token}` })
  if (person.status !== 200) throw new DomainError('unauthenticated')
  return personIn(person.body)
}

/**
 * Where a browser goes to sign in: it comes back to `redirectUri` with `#id_token=…&state=…`.
 * @throws DomainError `service-unavailable` where no client is configured.
 */
export function signInAddress(env: Env, asked: { redirectUri: string; state: string; nonce: string }): string {
  const address = new URL(env.GOOGLE_AUTHORIZE_URL ?? AUTHORIZE)
  const query = {
    client_id: clientId(env),
    redirect_uri: asked.redirectUri,
    state: asked.state,
    nonce: asked.nonce,
    response_type: 'id_token',
    scope: 'openid email profile',
    prompt: 'select_account',
  }
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  return address.href
}
