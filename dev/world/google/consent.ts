import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { page } from '../pages.ts'
import { type AccountStore, type GoogleAccount, listAccounts, saveAccount } from './accounts.ts'
import { issueCode } from './codes.ts'

const CLIENT_SUFFIX = '.apps.googleusercontent.com'

type AuthorizationRequest = {
  clientId: string
  redirectUri: URL
  state: string
  nonce: string
  challenge: string
}

/** Validates an OAuth authorization request; a string is the provider's error. */
function readAuthorizationRequest(c: Context): AuthorizationRequest | string {
  const query = c.req.query()
  const redirectUri = URL.parse(query.redirect_uri ?? '')
  const isLocal = redirectUri && (redirectUri.hostname === 'localhost' || redirectUri.hostname.endsWith('.localhost'))
  if (!query.client_id?.endsWith(CLIENT_SUFFIX)) return 'invalid_client: client_id'
  if (!redirectUri || !isLocal) return 'redirect_uri_mismatch: redirect_uri must lead to this laptop'
  if (query.response_type !== 'code') return 'unsupported_response_type: response_type'
  if (query.code_challenge_method !== 'S256' || !query.code_challenge)
    return 'invalid_request: code_challenge with the method S256'
  if (!query.scope?.split(' ').includes('openid')) return 'invalid_scope: scope'
  return {
    clientId: query.client_id,
    redirectUri,
    state: query.state ?? '',
    nonce: query.nonce ?? '',
    challenge: query.code_challenge,
  }
}

function redirectBack(
  c: Context,
  { redirectUri, state }: AuthorizationRequest,
  parameters: Record<string, string>,
): Response {
  const address = new URL(redirectUri)
  const answer = state ? { state, ...parameters } : parameters
  for (const [name, value] of Object.entries(answer)) address.searchParams.set(name, value)
  return c.redirect(address.href, 303)
}

const FIELD_STYLE = 'display:block;box-sizing:border-box;width:100%;max-width:22rem;margin:.25rem 0 .75rem'

const accountButtons = (accounts: GoogleAccount[]) =>
  accounts.map(
    ({ email, name, verified }) => html`<form method="post">
<input type="hidden" name="email" value="${email}"><input type="hidden" name="name" value="${name}">
<input type="hidden" name="verified" value="${verified ? 'on' : ''}">
<button>${name} · <bdi dir="ltr">${email}</bdi></button></form>`,
  )

const consentPage = (accounts: GoogleAccount[], site: string) =>
  page(
    'الدخول بحساب جوجل',
    html`<p>الصفحة دي بتقوم مقام جوجل على جهازك. <bdi dir="ltr">${site}</bdi> عايز يعرف اسمك وإيميلك.</p>
${accounts.length > 0 ? html`<section><h2>اختار حساب</h2>${accountButtons(accounts)}</section>` : ''}
<section><h2>حساب تاني</h2><form method="post">
<label>الإيميل<input style="${FIELD_STYLE}" type="email" name="email" required dir="ltr" placeholder="someone@gmail.com"></label>
<label>الاسم<input style="${FIELD_STYLE}" name="name" placeholder="سارة علي"></label>
<label><input type="checkbox" name="verified" checked> جوجل اتأكدت من الإيميل ده</label>
<p><button>موافق، كمّل</button></p></form></section>
<form method="post"><input type="hidden" name="refused" value="yes"><button>لأ، ارجع</button></form>`,
  )

/** The consent page: `https://accounts.google.com/o/oauth2/v2/auth`. */
export const consentPages = (store: AccountStore): Hono =>
  new Hono()
    .get('/o/oauth2/v2/auth', (c) => {
      const request = readAuthorizationRequest(c)
      if (typeof request === 'string') return c.html(page('طلب غلط', html`<p dir="ltr">${request}</p>`), 400)
      return c.html(consentPage(listAccounts(store), request.redirectUri.host))
    })
    .post('/o/oauth2/v2/auth', async (c) => {
      const request = readAuthorizationRequest(c)
      if (typeof request === 'string') return c.text(request, 400)
      const { email = '', name = '', verified, refused } = (await c.req.parseBody()) as Record<string, string>
      if (refused || !email.includes('@')) return redirectBack(c, request, { error: 'access_denied' })
      const account = saveAccount(store, { email, name, verified: Boolean(verified) })
      const { clientId, nonce, challenge } = request
      const redirectUri = c.req.query('redirect_uri') ?? ''
      const code = await issueCode(store, { account, clientId, redirectUri, nonce, challenge })
      return redirectBack(c, request, { code, scope: 'email profile openid', authuser: '0', prompt: 'none' })
    })
