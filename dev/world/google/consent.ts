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

/** Reads the request of a sign-in; a text says what the provider would complain about. */
function readAuthorizationRequest(c: Context): AuthorizationRequest | string {
  const query = c.req.query()
  const back = URL.parse(query.redirect_uri ?? '')
  const types = (query.response_type ?? '').split(' ')
  const isHome = back && (back.hostname === 'localhost' || back.hostname.endsWith('.localhost'))
  if (!query.client_id?.endsWith(CLIENT_SUFFIX)) return 'invalid_client: client_id'
  if (!back || !isHome) return 'redirect_uri_mismatch: redirect_uri must lead to this laptop'
  if (types.some((type) => type !== 'id_token' && type !== 'token')) return 'unsupported_response_type: response_type'
  if (types.includes('id_token') && !query.nonce) return 'invalid_request: nonce'
  if (!query.scope?.split(' ').includes('openid')) return 'invalid_scope: scope'
  return {
    clientId: query.client_id,
    redirectUri: back,
    responseTypes: types,
    state: query.state ?? '',
    nonce: query.nonce ?? '',
  }
}

/** Back to the site, with what it asked for in the part of the address that no server sees. */
function redirectBack(
  c: Context,
  { redirectUri: back, state }: AuthorizationRequest,
  given: Record<string, string>,
): Response {
  const address = new URL(back)
  address.hash = new URLSearchParams({ ...given, ...(state ? { state } : {}) }).toString()
  return c.redirect(address.href, 303)
}

const FIELD_STYLE = 'display:block;box-sizing:border-box;width:100%;max-width:22rem;margin:.25rem 0 .75rem'

const accountButtons = (people: GoogleAccount[]) =>
  people.map(
    ({ email, name, verified }) => html`<form method="post">
<input type="hidden" name="email" value="${email}"><input type="hidden" name="name" value="${name}">
<input type="hidden" name="verified" value="${verified ? 'on' : ''}">
<button>${name} · <bdi dir="ltr">${email}</bdi></button></form>`,
  )

const consentPage = (people: GoogleAccount[], site: string) =>
  page(
    'الدخول بحساب جوجل',
    html`<p>الصفحة دي بتقوم مقام جوجل على جهازك. <bdi dir="ltr">${site}</bdi> عايز يعرف اسمك وإيميلك.</p>
${people.length > 0 ? html`<section><h2>اختار حساب</h2>${accountButtons(people)}</section>` : ''}
<section><h2>حساب تاني</h2><form method="post">
<label>الإيميل<input style="${FIELD_STYLE}" type="email" name="email" required dir="ltr" placeholder="someone@gmail.com"></label>
<label>الاسم<input style="${FIELD_STYLE}" name="name" placeholder="سارة علي"></label>
<label><input type="checkbox" name="verified" checked> جوجل اتأكدت من الإيميل ده</label>
<p><button>موافق، كمّل</button></p></form></section>
<form method="post"><input type="hidden" name="refused" value="yes"><button>لأ، ارجع</button></form>`,
  )

/** The page on which somebody chooses an account and agrees: `https://accounts.google.com/o/oauth2/v2/auth`. */
export const consentPages = (register: AccountStore): Hono =>
  new Hono()
    .get('/o/oauth2/v2/auth', (c) => {
      const wanted = readAuthorizationRequest(c)
      if (typeof wanted === 'string') return c.html(page('طلب غلط', html`<p dir="ltr">${wanted}</p>`), 400)
      return c.html(consentPage(listAccounts(register), wanted.redirectUri.host))
    })
    .post('/o/oauth2/v2/auth', async (c) => {
      const wanted = readAuthorizationRequest(c)
      if (typeof wanted === 'string') return c.text(wanted, 400)
      const { email = '', name = '', verified, refused } = (await c.req.parseBody()) as Record<string, string>
      if (refused || !email.includes('@')) return redirectBack(c, wanted, { error: 'access_denied' })
      const person = saveAccount(register, { email, name, verified: Boolean(verified) })
      const options = { audience: wanted.clientId, nonce: wanted.nonce }
      const isWanted = (type: string) => wanted.responseTypes.includes(type)
      return redirectBack(c, wanted, {
        ...(isWanted('id_token') ? { id_token: await issueIdToken(register, person, options) } : {}),
        ...(isWanted('token')
          ? {
              access_token: await issueAccessToken(register, person, options),
              token_type: 'Bearer',
              expires_in: '3599',
            }
          : {}),
      })
    })
