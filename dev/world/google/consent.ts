import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { page } from '../pages.ts'
import {
  type AccountStore,
  type GoogleAccount,
  issueAccessToken,
  issueIdToken,
  listAccounts,
  saveAccount,
} from './accounts.ts'

const CLIENT_SUFFIX = '.apps.googleusercontent.com'

type AuthorizationRequest = {
  clientId: string
  redirectUri: URL
  responseTypes: string[]
  state: string
  nonce: string
}

/** Validates an OAuth authorization request; a string is the provider's error. */
function readAuthorizationRequest(c: Context): AuthorizationRequest | string {
  const query = c.req.query()
  const redirectUri = URL.parse(query.redirect_uri ?? '')
  const responseTypes = (query.response_type ?? '').split(' ')
  const isLocal = redirectUri && (redirectUri.hostname === 'localhost' || redirectUri.hostname.endsWith('.localhost'))
  if (!query.client_id?.endsWith(CLIENT_SUFFIX)) return 'invalid_client: client_id'
  if (!redirectUri || !isLocal) return 'redirect_uri_mismatch: redirect_uri must lead to this laptop'
  if (responseTypes.some((type) => type !== 'id_token' && type !== 'token'))
    return 'unsupported_response_type: response_type'
  if (responseTypes.includes('id_token') && !query.nonce) return 'invalid_request: nonce'
  if (!query.scope?.split(' ').includes('openid')) return 'invalid_scope: scope'
  return {
    clientId: query.client_id,
    redirectUri,
    responseTypes,
    state: query.state ?? '',
    nonce: query.nonce ?? '',
  }
}

/** The implicit flow answers in the fragment of the redirect, which is never sent to a server. */
function redirectBack(
  c: Context,
  { redirectUri, state }: AuthorizationRequest,
  parameters: Record<string, string>,
): Response {
  const address = new URL(redirectUri)
  address.hash = new URLSearchParams({ ...parameters, ...(state ? { state } : {}) }).toString()
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
      const options = { audience: request.clientId, nonce: request.nonce }
      const isRequested = (type: string) => request.responseTypes.includes(type)
      return redirectBack(c, request, {
        ...(isRequested('id_token') ? { id_token: await issueIdToken(store, account, options) } : {}),
        ...(isRequested('token')
          ? {
              access_token: await issueAccessToken(store, account, options),
              token_type: 'Bearer',
              expires_in: '3599',
            }
          : {}),
      })
    })
