import type { Context } from 'hono'
import { type AccountStore, type GoogleAccount, issueAccessToken, issueIdToken } from './accounts.ts'
import { base64url } from './tokens.ts'

/** Authorization codes: RFC 6749, section 4.1, with the challenge of RFC 7636. */

/** What a code was issued for; null once it was exchanged. */
type IssuedCode = {
  account: GoogleAccount
  clientId: string
  redirectUri: string
  nonce: string
  challenge: string
  exp: number
} | null

const LIFE_SECONDS = 600
/** Contained in the client's secret in the local environment. */
const SECRET_MARK = 'hessa-local'

export async function issueCode(
  store: AccountStore,
  request: { account: GoogleAccount; clientId: string; redirectUri: string; nonce: string; challenge: string },
): Promise<string> {
  const code = `4/${crypto.randomUUID()}${crypto.randomUUID()}`
  const issued: IssuedCode = { ...request, exp: Math.floor((await store.now()) / 1000) + LIFE_SECONDS }
  store.put(`code:${code}`, issued)
  return code
}

const refuse = (c: Context, status: 400 | 401, error: string, description: string) =>
  c.json({ error, error_description: description }, status)

/** `POST https://oauth2.googleapis.com/token`, with an urlencoded body. */
export async function exchangeCode(c: Context, store: AccountStore): Promise<Response> {
  const form = (await c.req.parseBody()) as Record<string, string>
  const issued = store.get<IssuedCode>(`code:${form.code}`)
  if (form.grant_type !== 'authorization_code') return refuse(c, 400, 'unsupported_grant_type', 'Invalid grant_type')
  if (!form.client_secret?.includes(SECRET_MARK)) return refuse(c, 401, 'invalid_client', 'Unauthorized')
  if (!issued || issued.exp <= (await store.now()) / 1000)
    return refuse(c, 400, 'invalid_grant', 'Malformed auth code.')
  if (issued.clientId !== form.client_id) return refuse(c, 401, 'invalid_client', 'Unauthorized')
  // A code is used up by any attempt, even a failed one.
  store.put(`code:${form.code}`, null)
  if (issued.redirectUri !== form.redirect_uri) return refuse(c, 400, 'redirect_uri_mismatch', 'Bad Request')
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(form.code_verifier ?? ''))
  if (base64url(new Uint8Array(hash)) !== issued.challenge)
    return refuse(c, 400, 'invalid_grant', 'Invalid code verifier.')
  const options = { audience: issued.clientId, nonce: issued.nonce }
  return c.json({
    access_token: await issueAccessToken(store, issued.account, options),
    expires_in: 3599,
    scope: 'openid https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile',
    token_type: 'Bearer',
    id_token: await issueIdToken(store, issued.account, options),
  })
}
