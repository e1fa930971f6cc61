import { Hono } from 'hono'
import {
  type AccountStore,
  findAccessToken,
  issueAccessToken,
  issueIdToken,
  loadSigningKeys,
  saveAccount,
} from './accounts.ts'
import { consentPages } from './consent.ts'
import { publishedKeys } from './tokens.ts'

/** Where the provider's real hosts lead on a laptop. */
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

/** Google's OpenID provider: its keys, its answers about tokens, its page of consent, and tokens for the asking. */
export const googleProvider = (register: AccountStore): Hono =>
  new Hono()
    .get('/oauth2/v3/certs', async (c) => {
      c.header('cache-control', 'public, max-age=3600')
      return c.json(publishedKeys(await loadSigningKeys(register)))
    })
    .get('/v1/userinfo', async (c) => {
      const token = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1]
      const access = token && (await findAccessToken(register, token))
      if (!access) return c.json({ error: 'invalid_request', error_description: 'Invalid Credentials' }, 401)
      const { sub, email, name, verified } = access.person
      return c.json({ sub, email, name, email_verified: verified })
    })
    .get('/tokeninfo', async (c) => {
      const access = await findAccessToken(register, c.req.query('access_token') ?? '')
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
    /** Not the provider's: tokens without clicking, also such as the product must refuse. */
    .post('/tokens', async (c) => {
      const { email, name = '', verified = true, ...options } = (await c.req.json()) as TokenRequest
      const person = saveAccount(register, { email, name, verified })
      return c.json({
        id_token: await issueIdToken(register, person, options),
        access_token: await issueAccessToken(register, person, options),
      })
    })
    .route('/', consentPages(register))
