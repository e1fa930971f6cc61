import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { normalEmail } from '#domain/users/email'
import type { ThirdPartyPerson } from '#domain/users/third-party'
import { type Env, webOrigins } from '../../env.ts'
import { type ProviderRequest, type ProviderResponse, ProviderUnreachable, requestJson } from '../request-json.ts'
import { ACCEPTED, refusedKey, type TriedKey, unclearKey } from '../tried-key.ts'

/** Google's issuer, as in its OpenID discovery document. */
const ISSUER = 'https://accounts.google.com'
const KEYS = 'https://www.googleapis.com/oauth2/v3/certs'
const USER_INFO = 'https://openidconnect.googleapis.com/v1/userinfo'
const TOKEN_INFO = 'https://oauth2.googleapis.com/tokeninfo'
const TOKEN = 'https://oauth2.googleapis.com/token'
const AUTHORIZE = 'https://accounts.google.com/o/oauth2/v2/auth'
/** The suffix of our client id (docs/rules/accounts.md 3.4). */
const CLIENT_SUFFIX = '.apps.googleusercontent.com'
const TIMEOUT_MS = 5000

/** @throws DomainError `service-unavailable` when no client is configured. */
function clientId(env: Env): string {
  if (!env.GOOGLE_CLIENT_ID?.endsWith(CLIENT_SUFFIX))
    throw new DomainError('service-unavailable', `GOOGLE_CLIENT_ID: a client that ends with ${CLIENT_SUFFIX}`)
  return env.GOOGLE_CLIENT_ID
}

type Keys = ReturnType<typeof createRemoteJWKSet>
let cached: { url: string; keys: Keys } | undefined

/** Google's published keys. `jose` caches them, and fetches them again when a token names an unknown key. */
function keysOf(env: Env): Keys {
  const url = env.GOOGLE_KEYS_URL ?? KEYS
  if (cached?.url !== url) cached = { url, keys: createRemoteJWKSet(new URL(url), { timeoutDuration: TIMEOUT_MS }) }
  return cached.keys
}

/** Whether an error means that the keys could not be fetched, rather than that the token is invalid. */
const isUnreachable = (error: unknown): boolean =>
  !(error instanceof errors.JOSEError) ||
  error instanceof errors.JWKSTimeout ||
  error instanceof errors.JWKSInvalid ||
  error.code === 'ERR_JOSE_GENERIC'

/**
 * Whether Google operates the mailbox: a Gmail address, or one of the hosted domain (`hd`). Any other address may have
 * changed its owner since Google verified it.
 */
const runsMailbox = (email: string, hostedDomain: unknown): boolean => {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  return ['gmail.com', 'googlemail.com'].includes(domain) || domain === hostedDomain
}

/** @throws DomainError `unauthenticated` without a subject or an email address. */
function personIn({ sub, email, email_verified, hd }: Record<string, unknown>): ThirdPartyPerson {
  if (typeof sub !== 'string' || sub === '' || typeof email !== 'string' || !email.includes('@'))
    throw new DomainError('unauthenticated')
  // Google's token endpoint returns this claim as text, the others as a boolean.
  const verifiedEmail = email_verified === true || email_verified === 'true'
  const address = normalEmail(email)
  return { subject: sub, email: address, verifiedEmail, ownsMailbox: verifiedEmail && runsMailbox(address, hd) }
}

/** The content of an id token; `nonce` is the one that its sign-in started with. */
export type IdToken = { person: ThirdPartyPerson; nonce: string | null; expiresAt: Instant }

/**
 * Verifies an id token (signature, audience, issuer, expiry). Whether it was presented before is not checked here.
 * @throws DomainError `unauthenticated`, `service-unavailable` when the keys cannot be fetched.
 */
export async function readIdToken(env: Env, token: string): Promise<IdToken> {
  const issuer = env.GOOGLE_ISSUER ?? ISSUER
  const audience = clientId(env)
  try {
    const { payload } = await jwtVerify(token, keysOf(env), {
      algorithms: ['RS256'],
      // Google issues tokens with and without the scheme in the issuer.
      issuer: [issuer, issuer.replace('https://', '')],
      audience,
      requiredClaims: ['sub', 'iat', 'exp'],
    })
    const { nonce, exp = 0 } = payload
    return { person: personIn(payload), nonce: typeof nonce === 'string' ? nonce : null, expiresAt: exp * 1000 }
  } catch (error) {
    if (error instanceof DomainError) throw error
    throw new DomainError(isUnreachable(error) ? 'service-unavailable' : 'unauthenticated')
  }
}

async function requestGoogle(url: string, request: ProviderRequest): Promise<ProviderResponse> {
  try {
    return await requestJson(url, request)
  } catch (error) {
    if (error instanceof ProviderUnreachable) throw new DomainError('service-unavailable')
    throw error
  }
}

/**
 * The person of an access token. The user-info endpoint accepts tokens issued to any client, so the audience is checked
 * first: otherwise another site could sign in here with its users' tokens.
 * @throws DomainError `unauthenticated`, `service-unavailable` when Google does not respond.
 */
export async function personOfAccessToken(env: Env, token: string): Promise<ThirdPartyPerson> {
  const audience = clientId(env)
  const about = await requestGoogle(
    `${env.GOOGLE_TOKEN_INFO_URL ?? TOKEN_INFO}?access_token=${encodeURIComponent(token)}`,
    { method: 'GET' },
  )
  if (about.status !== 200 || about.body.aud !== audience) throw new DomainError('unauthenticated')
  const person = await requestGoogle(env.GOOGLE_USER_INFO_URL ?? USER_INFO, {
    method: 'GET',
    headers: { authorization: `Bearer ${token}` },
  })
  if (person.status !== 200) throw new DomainError('unauthenticated')
  return personIn(person.body)
}

/** What a browser brings back from Google's page. */
export type GoogleCode = { code: string; verifier: string; redirectUri: string }

/**
 * Exchanges an authorization code for its id token; Google accepts a code once, only with our secret and its PKCE verifier.
 * @throws DomainError `unauthenticated` for a code that Google does not accept, `service-unavailable`.
 */
export async function exchangeCode(env: Env, { code, verifier, redirectUri }: GoogleCode): Promise<IdToken> {
  const { status, body } = await requestGoogle(env.GOOGLE_TOKEN_URL ?? TOKEN, {
    method: 'POST',
    form: {
      grant_type: 'authorization_code',
      client_id: clientId(env),
      client_secret: env.GOOGLE_CLIENT_SECRET,
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
    },
  })
  const isRefused = body.error === 'invalid_grant' || body.error === 'redirect_uri_mismatch'
  if (status === 400 && isRefused) throw new DomainError('unauthenticated')
  // Anything else is an error of our configuration or of Google.
  if (status !== 200 || typeof body.id_token !== 'string') throw new DomainError('service-unavailable')
  return readIdToken(env, body.id_token)
}

/** No code of Google's; it is refused only after the client is known. */
const NO_CODE = '4/no-code'

/**
 * Tries the client's secret by a code that does not exist, which Google refuses by another name than a secret.
 * @throws ProviderUnreachable
 */
export async function tryGoogleKey(env: Env): Promise<TriedKey> {
  const response = await requestJson(env.GOOGLE_TOKEN_URL ?? TOKEN, {
    method: 'POST',
    form: {
      grant_type: 'authorization_code',
      client_id: env.GOOGLE_CLIENT_ID,
      client_secret: env.GOOGLE_CLIENT_SECRET,
      code: NO_CODE,
      code_verifier: NO_CODE,
      redirect_uri: `${webOrigins(env)[0]}/login`,
    },
  })
  const { error, error_description: description } = response.body
  if (error === 'invalid_grant' || error === 'redirect_uri_mismatch') return ACCEPTED
  return error === 'invalid_client' || error === 'unauthorized_client'
    ? refusedKey(`GOOGLE_CLIENT_ID or GOOGLE_CLIENT_SECRET: ${description ?? error}`)
    : unclearKey(response)
}

/**
 * The address at which a browser signs in; it redirects back to `redirectUri` with `?code=…&state=…`.
 * @throws DomainError `service-unavailable` when no client is configured.
 */
export function signInAddress(
  env: Env,
  request: { redirectUri: string; state: string; nonce: string; challenge: string },
): string {
  const address = new URL(env.GOOGLE_AUTHORIZE_URL ?? AUTHORIZE)
  const query = {
    client_id: clientId(env),
    redirect_uri: request.redirectUri,
    state: request.state,
    nonce: request.nonce,
    code_challenge: request.challenge,
    code_challenge_method: 'S256',
    response_type: 'code',
    scope: 'openid email profile',
    prompt: 'select_account',
  }
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  return address.href
}
