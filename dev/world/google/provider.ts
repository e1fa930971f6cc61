import { Hono } from 'hono'
import {
  type AccountStore,
  findAccessToken,
  issueAccessToken,
  issueIdToken,
  loadSigningKeys,
  saveAccount,
} from './accounts.ts'
import { exchangeCode } from './codes.ts'
import { consentPages } from './consent.ts'
import { publishedKeys } from './tokens.ts'

/** The provider's real hosts, which the stand-in answers for in local development. */
export const GOOGLE_HOSTS = ['www.googleapis.com', 'openidconnect.googleapis.com', 'oauth2.googleapis.com']

type TokenRequest = {
  email: string
  name?: string
  verified?: boolean
  audience: string
  nonce?: string
  issuer?: string
  lifeSeconds?: number
}

/** Google's OpenID provider: signing keys, user info, token info and the consent page. */
export const googleProvider = (store: AccountStore): Hono =>
  new Hono()
    .get('/oauth2/v3/certs', async (c) => {
      c.header('cache-control', 'public, max-age=3600')
      return c.json(publishedKeys(await loadSigningKeys(store)))
    })
    .get('/v1/userinfo', async (c) => {
      const token = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1]
      const access = token && (await findAccessToken(store, token))
      if (!access) return c.json({ error: 'invalid_request', error_description: 'Invalid Credentials' }, 401)
      const { sub, email, name, verified } = access.person
      return c.json({ sub, email, name, email_verified: verified })
    })
    /** https://developers.google.com/identity/protocols/oauth2/web-server#exchange-authorization-code */
    .post('/token', (c) => exchangeCode(c, store))
    .get('/tokeninfo', async (c) => {
      const access = await findAccessToken(store, c.req.query('access_token') ?? '')
      if (!access) return c.json({ error: 'invalid_token', error_description: 'Invalid Value' }, 400)
      const { aud, exp, person } = access
      return c.json({
        azp: aud,
        aud,
        sub: person.sub,
        email: person.email,
        email_verified: String(person.verified),
        exp: String(exp),
        scope: 'openid email profile',
        access_type: 'online',
      })
    })
    /** Not part of Google: issues tokens without the consent page, including invalid ones that the product must refuse. */
    .post('/tokens', async (c) => {
      const { email, name = '', verified = true, ...options } = (await c.req.json()) as TokenRequest
      const account = saveAccount(store, { email, name, verified })
      return c.json({
        id_token: await issueIdToken(store, account, options),
        access_token: await issueAccessToken(store, account, options),
      })
    })
    .route('/', consentPages(store))
