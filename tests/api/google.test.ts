import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  bindings,
  callApi,
  expectOk,
  fetchWorker,
  mailedCode,
  mailedResetCode,
  newAdmin,
  newEmail,
  newStudent,
  newSuperAdmin,
  onboardedTutor,
  PASSWORD,
  type Person,
  row,
} from '#tests/people'
import type { AccountStore } from '../../dev/world/google/accounts.ts'
import { GOOGLE_HOSTS, googleProvider } from '../../dev/world/google/provider.ts'
import { makeKeys, sign } from '../../dev/world/google/tokens.ts'

const storage = new Map<string, unknown>()
const accountStore: AccountStore = {
  get: <T>(key: string) => storage.get(key) as T | undefined,
  put: (key, value) => {
    storage.set(key, value)
  },
  list: <T>(prefix: string) => [...storage].filter(([key]) => key.startsWith(prefix)).map(([, value]) => value as T),
  now: async () => Date.now(),
}
const google = googleProvider(accountStore)
const AUDIENCE = bindings.GOOGLE_CLIENT_ID

let isUnreachable = false
/** Sends the product's requests to Google to the stand-in. */
beforeEach(() => {
  isUnreachable = false
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const { host } = new URL(request.url)
    if (!GOOGLE_HOSTS.includes(host)) return Response.json({ id: 'accepted', messages: [{ id: 'accepted' }] })
    if (isUnreachable) throw new TypeError('Network connection lost.')
    return google.fetch(request)
  })
  return () => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
})

type Tokens = { id_token: string; access_token: string }
type SignedIn = {
  user: { id: number; email: string; role: number; verifiedEmail: boolean; hasPassword: boolean }
  token: string
}

const tokens = async (email: string, more: object = {}): Promise<Tokens> => {
  const body = JSON.stringify({ email, audience: AUDIENCE, ...more })
  return (await google.fetch(new Request('https://world/tokens', { method: 'POST', body }))).json() as Promise<Tokens>
}
const logIn = (token: string, more: object = {}, ip = crypto.randomUUID()) =>
  callApi('POST', '/auth/google', { body: { token, type: 'id-token', ...more }, headers: { 'cf-connecting-ip': ip } })
const signIn = async (email: string, more: object = {}, options: object = {}) =>
  logIn((await tokens(email, options)).id_token, more)
const minutesOf = async ({ user, token }: SignedIn) =>
  (
    await expectOk<{ remainingWeeklyMinutes: number }>(
      callApi('GET', `/sub/user?userId=${user.id}`, { as: { id: user.id, email: user.email, token } }),
    )
  ).remainingWeeklyMinutes

describe('signing in with Google', () => {
  it('registers a student with a verified e-mail, a free trial and no password, and signs in again', async () => {
    const email = newEmail('gmail')
    expect(await signIn(email)).toMatchObject({ status: 404, code: 'user-not-found' })
    const registered = await expectOk<SignedIn>(signIn(email, { role: 4 }))
    expect(registered.user).toMatchObject({ email, role: 4, verifiedEmail: true, hasPassword: false })
    expect(await minutesOf(registered)).toBe(60)
    expect(await row('SELECT id FROM students WHERE id = ?', registered.user.id)).not.toBeNull()
    expect(await row('SELECT id FROM outbox WHERE "to" = ?', email)).toBeNull()
    expect((await expectOk<SignedIn>(signIn(email))).user.id).toBe(registered.user.id)
    expect((await expectOk<SignedIn>(signIn(email, { role: 4 }))).user.id).toBe(registered.user.id)
    expect(await signIn(email, { role: 3 })).toMatchObject({ status: 400, code: 'bad-request' })
    const body = { email, password: PASSWORD }
    expect(await callApi('POST', '/auth/password', { body })).toMatchObject({ status: 401, code: 'no-password' })
  })

  it('registers a tutor, not activated, and no staff role', async () => {
    const email = newEmail('gmail')
    const { user } = await expectOk<SignedIn>(signIn(email, { role: 3 }))
    expect(await row('SELECT activated FROM tutors WHERE id = ?', user.id)).toEqual({ activated: 0 })
    expect(await signIn(newEmail('gmail'), { role: 1 })).toMatchObject({ status: 400, code: 'bad-request' })
  })

  it('accepts an access token, too', async () => {
    const email = newEmail('gmail')
    const { access_token } = await tokens(email)
    const registered = await expectOk<SignedIn>(logIn(access_token, { type: 'bearer', role: 4 }))
    expect(registered.user).toMatchObject({ email, verifiedEmail: true })
    expect((await expectOk<SignedIn>(signIn(email))).user.id).toBe(registered.user.id)
  })

  it('registers one account for concurrent requests', async () => {
    const email = newEmail('gmail')
    const { id_token } = await tokens(email)
    const registered = await Promise.all([1, 2, 3].map(() => expectOk<SignedIn>(logIn(id_token, { role: 4 }))))
    expect(new Set(registered.map(({ user }) => user.id)).size).toBe(1)
  })

  it('signs staff in, too', async () => {
    const adel = await newSuperAdmin()
    expect((await expectOk<SignedIn>(signIn(adel.email))).user.id).toBe(adel.id)
  })
})

describe('an existing account', () => {
  it('with a verified e-mail is signed in and keeps its password', async () => {
    const sara = await newStudent()
    await expectOk(
      callApi('POST', '/confirmation-code/email/confirm', { as: sara, body: { code: await mailedCode(sara.email) } }),
    )
    const { user } = await expectOk<SignedIn>(signIn(sara.email))
    expect(user).toMatchObject({ id: sara.id, hasPassword: true })
    await expectOk(callApi('POST', '/auth/password', { body: { email: sara.email, password: PASSWORD } }))
    expect((await callApi('GET', '/user/current', { as: sara })).status).toBe(200)
  })

  it('with an unverified e-mail passes to the address’s owner: its earlier password and sessions end', async () => {
    const stranger = await newStudent('victim')
    const signedIn = await expectOk<SignedIn>(signIn(stranger.email))
    expect(signedIn.user).toMatchObject({ id: stranger.id, verifiedEmail: true, hasPassword: false })
    expect(await minutesOf(signedIn)).toBe(60)
    expect((await callApi('GET', '/user/current', { as: stranger })).status).toBe(401)
    const body = { email: stranger.email, password: PASSWORD }
    expect(await callApi('POST', '/auth/password', { body })).toMatchObject({ code: 'no-password' })
  })

  it('is not signed in with an e-mail that Google has not verified, nor by another Google account with the same e-mail', async () => {
    const sara = await newStudent()
    expect(await signIn(sara.email, {}, { verified: false })).toMatchObject({ status: 401, code: 'unauthenticated' })
    await expectOk(signIn(sara.email))
    storage.delete(`person:${sara.email}`)
    expect(await signIn(sara.email)).toMatchObject({ status: 401, code: 'unauthenticated' })
  })

  it('of a tutor is listed once Google has verified the e-mail', async () => {
    const tutor = await onboardedTutor()
    await expectOk(callApi('PUT', `/user/${tutor.id}`, { as: await newAdmin(), body: { email: newEmail('tutor') } }))
    const card = async () => (await callApi('GET', `/user/tutor/info/${tutor.id}`)).status
    expect(await card()).toBe(404)
    const account = await row<{ email: string }>('SELECT email FROM users WHERE id = ?', tutor.id)
    await expectOk(signIn(account?.email ?? ''))
    expect(await card()).toBe(200)
  })

  it('that is registered with an unverified e-mail gets a confirmation code', async () => {
    const email = newEmail('unverified')
    const { user } = await expectOk<SignedIn>(signIn(email, { role: 4 }, { verified: false }))
    expect(user.verifiedEmail).toBe(false)
    expect(await mailedCode(email)).toBeGreaterThan(9999)
  })
})

describe('a linked Google account', () => {
  const changeEmail = (as: Person, email: string) => callApi('PUT', `/user/${as.id}`, { as, body: { email } })
  const asked = { status: 403, code: 'proof-required' }
  /** Staff may be talked into it. */
  const changeByStaff = async (id: number, email: string) =>
    expectOk(callApi('PUT', `/user/${id}`, { as: await newAdmin(), body: { email } }))
  const resetByStaff = async (id: number) =>
    expectOk(callApi('POST', `/user/${id}/password-reset`, { as: await newAdmin() }))

  it('of a stranger does not outlive the recovery of the account by the owner of its address', async () => {
    const [evil, victim] = [newEmail('evil'), newEmail('victim')]
    const registered = await expectOk<SignedIn>(signIn(evil, { role: 4 }))
    const { user, token } = registered
    expect(await changeEmail({ id: user.id, email: evil, token }, victim)).toMatchObject(asked)
    await changeByStaff(user.id, victim)
    expect(await signIn(evil)).toMatchObject({ status: 404, code: 'user-not-found' })
    await resetByStaff(user.id)
    const reset = { email: victim, password: PASSWORD, code: await mailedResetCode(victim) }
    await expectOk(callApi('POST', '/confirmation-code/password/confirm', { body: reset }))
    expect(await signIn(evil)).toMatchObject({ status: 404, code: 'user-not-found' })
    expect((await expectOk<SignedIn>(signIn(victim))).user.id).toBe(user.id)
  })

  it('is gone once the address by which it was linked has been changed back', async () => {
    const sara = await newStudent('victim')
    const evil = newEmail('evil')
    expect(await changeEmail(sara, evil)).toMatchObject(asked)
    await changeByStaff(sara.id, evil)
    const { token } = await expectOk<SignedIn>(signIn(evil))
    expect(await changeEmail({ ...sara, token }, sara.email)).toMatchObject(asked)
    await changeByStaff(sara.id, sara.email)
    expect(await signIn(evil)).toMatchObject({ status: 404, code: 'user-not-found' })
  })

  it('ends with a password reset and with the first proof of the address', async () => {
    for (const step of ['reset', 'proof']) {
      const email = newEmail('unverified')
      const { user, token } = await expectOk<SignedIn>(signIn(email, { role: 4 }, { verified: false }))
      const sent = { email, password: PASSWORD }
      if (step === 'reset') await resetByStaff(user.id)
      const code = step === 'reset' ? await mailedResetCode(email) : await mailedCode(email)
      const as = { id: user.id, email, token }
      if (step === 'reset')
        await expectOk(callApi('POST', '/confirmation-code/password/confirm', { body: { ...sent, code } }))
      else await expectOk(callApi('POST', '/confirmation-code/email/confirm', { as, body: { code } }))
      expect([step, await row('SELECT * FROM identities WHERE user_id = ?', user.id)]).toEqual([step, null])
    }
  })

  it('stays linked when an edit states the same address', async () => {
    const email = newEmail('gmail')
    const { user, token } = await expectOk<SignedIn>(signIn(email, { role: 4 }))
    await expectOk(changeEmail({ id: user.id, email, token }, email))
    expect((await expectOk<SignedIn>(signIn(email))).user.id).toBe(user.id)
  })
})

describe('a token', () => {
  const refused = { status: 401, code: 'unauthenticated' }

  it('for another audience, from another issuer or expired is refused', async () => {
    const email = newEmail('gmail')
    for (const options of [
      { audience: 'another.apps.googleusercontent.com' },
      { issuer: 'https://accounts.evil.example' },
      { lifeSeconds: -1 },
    ]) {
      const { id_token, access_token } = await tokens(email, options)
      expect([options, await logIn(id_token, { role: 4 })]).toMatchObject([options, refused])
      if (!('issuer' in options))
        expect([options, await logIn(access_token, { role: 4, type: 'bearer' })]).toMatchObject([options, refused])
    }
    expect(await row('SELECT id FROM users WHERE email = ?', email)).toBeNull()
  })

  it('with a foreign, missing or broken signature is refused', async () => {
    const email = newEmail('gmail')
    const { id_token } = await tokens(email)
    const claims = JSON.parse(atob((id_token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')))
    const part = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('=', '')
    const [head = '', body = '', signature = ''] = id_token.split('.')
    const forged = [
      await sign(await makeKeys(), claims),
      `${part({ alg: 'none' })}.${body}.`,
      `${part({ alg: 'HS256', kid: 'hessa-local-google-1' })}.${body}.${signature}`,
      `${head}.${part({ ...claims, email: 'boss@example.com' })}.${signature}`,
      'a.b.c',
      'nonsense',
      id_token.slice(0, -5),
    ]
    for (const token of forged) expect([token, await logIn(token, { role: 4 })]).toMatchObject([token, refused])
    expect(await logIn('ya29.unknown', { type: 'bearer' })).toMatchObject(refused)
    expect((await logIn(id_token, { role: 4 })).status).toBe(200)
  })

  it('without a subject or an e-mail is refused', async () => {
    const pair = storage.get('keys') as Parameters<typeof sign>[0]
    const iat = Math.floor(Date.now() / 1000)
    const claims = { iss: 'https://accounts.google.com', aud: AUDIENCE, iat, exp: iat + 60 }
    for (const more of [{ sub: '1' }, { email: 'x@example.com', email_verified: true }, { sub: '', email: 'x@y.zz' }])
      expect(await logIn(await sign(pair, { ...claims, ...more }), { role: 4 })).toMatchObject(refused)
  })

  it('of the bearer kind is refused while Google is unreachable', async () => {
    const { access_token } = await tokens(newEmail('gmail'))
    isUnreachable = true
    expect(await logIn(access_token, { type: 'bearer', role: 4 })).toMatchObject({
      status: 503,
      code: 'service-unavailable',
    })
  })

  it('of the bearer kind is limited to twenty attempts a minute from one IP address', async () => {
    const ip = '10.9.0.1'
    const codes = []
    for (let times = 0; times < 21; times++) codes.push((await logIn('ya29.unknown', { type: 'bearer' }, ip)).code)
    expect(codes.slice(0, 20).every((code) => code === 'unauthenticated')).toBe(true)
    expect(codes[20]).toBe('too-many-requests')
  })
})

describe('the redirect to Google and back', () => {
  const [app = ''] = bindings.WEB_ORIGINS.split(',')
  const startSignIn = (redirectUri: string) =>
    fetchWorker(
      `/api/v1/auth/google?redirectUri=${encodeURIComponent(redirectUri)}&state=state-12345&nonce=nonce-12345`,
      { redirect: 'manual' },
    )

  it('leads to the consent page, and back with a token that signs in', async () => {
    const redirect = await startSignIn(`${app}/login`)
    expect(redirect.status).toBe(302)
    const address = new URL(redirect.headers.get('location') ?? '')
    expect(address.origin + address.pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth')
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      client_id: AUDIENCE,
      redirect_uri: `${app}/login`,
      response_type: 'id_token',
      state: 'state-12345',
    })
    const consent = await google.fetch(new Request(address))
    expect(consent.status).toBe(200)
    const submitConsent = (fields: Record<string, string>) =>
      google.fetch(new Request(address, { method: 'POST', body: new URLSearchParams(fields) }))
    const email = newEmail('gmail')
    const returnUrl = new URL(
      (await submitConsent({ email, name: 'سارة', verified: 'on' })).headers.get('location') ?? '',
    )
    expect(returnUrl.origin + returnUrl.pathname).toBe(`${app}/login`)
    const parameters = new URLSearchParams(returnUrl.hash.slice(1))
    expect(parameters.get('state')).toBe('state-12345')
    const { user } = await expectOk<SignedIn>(logIn(parameters.get('id_token') ?? '', { role: 4 }))
    expect(user.email).toBe(email)
    const refused = new URL((await submitConsent({ refused: 'yes' })).headers.get('location') ?? '')
    expect(new URLSearchParams(refused.hash.slice(1)).get('error')).toBe('access_denied')
  })

  it('is refused for other pages than our own', async () => {
    for (const page of ['https://evil.example/login', `${app}.evil.example`, 'javascript:alert(1)', 'nothing', '//x'])
      expect([page, (await startSignIn(page)).status]).toEqual([page, 400])
  })
})
