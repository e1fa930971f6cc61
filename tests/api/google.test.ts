import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  bindings,
  callApi,
  expectOk,
  fetchWorker,
  mailedCode,
  newEmail,
  newStudent,
  onboardedTutor,
  PASSWORD,
  type Person,
  row,
  superAdmin,
} from '#tests/people'
import type { AccountStore } from '../../dev/world/google/accounts.ts'
import { GOOGLE_HOSTS, googleProvider } from '../../dev/world/google/provider.ts'
import { makeKeys, sign } from '../../dev/world/google/tokens.ts'

const kept = new Map<string, unknown>()
const register: AccountStore = {
  get: <T>(key: string) => kept.get(key) as T | undefined,
  put: (key, value) => {
    kept.set(key, value)
  },
  list: <T>(prefix: string) => [...kept].filter(([key]) => key.startsWith(prefix)).map(([, value]) => value as T),
  now: async () => Date.now(),
}
const world = googleProvider(register)
const AUDIENCE = bindings.GOOGLE_CLIENT_ID

let isAway = false
/** From now on the product's questions to Google end in the stand-in. */
beforeEach(() => {
  isAway = false
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const { host } = new URL(request.url)
    if (!GOOGLE_HOSTS.includes(host)) return Response.json({ id: 'accepted', messages: [{ id: 'accepted' }] })
    if (isAway) throw new TypeError('Network connection lost.')
    return world.fetch(request)
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
  return (await world.fetch(new Request('https://world/tokens', { method: 'POST', body }))).json() as Promise<Tokens>
}
const logIn = (token: string, more: object = {}, ip = crypto.randomUUID()) =>
  callApi('POST', '/auth/google', { body: { token, type: 'id-token', ...more }, headers: { 'cf-connecting-ip': ip } })
const enter = async (email: string, more: object = {}, options: object = {}) =>
  logIn((await tokens(email, options)).id_token, more)
const minutesOf = async ({ user, token }: SignedIn) =>
  (
    await expectOk<{ remainingWeeklyMinutes: number }>(
      callApi('GET', `/sub/user?userId=${user.id}`, { as: { id: user.id, email: user.email, token } }),
    )
  ).remainingWeeklyMinutes

describe('signing in with Google', () => {
  it('opens a student’s account with a verified address, a free trial and no password, and enters it again', async () => {
    const email = newEmail('gmail')
    expect(await enter(email)).toMatchObject({ status: 404, code: 'user-not-found' })
    const made = await expectOk<SignedIn>(enter(email, { role: 4 }))
    expect(made.user).toMatchObject({ email, role: 4, verifiedEmail: true, hasPassword: false })
    expect(await minutesOf(made)).toBe(60)
    expect(await row('SELECT id FROM students WHERE id = ?', made.user.id)).not.toBeNull()
    expect(await row('SELECT id FROM outbox WHERE "to" = ?', email)).toBeNull()
    expect((await expectOk<SignedIn>(enter(email))).user.id).toBe(made.user.id)
    expect((await expectOk<SignedIn>(enter(email, { role: 4 }))).user.id).toBe(made.user.id)
    expect(await enter(email, { role: 3 })).toMatchObject({ status: 400, code: 'bad-request' })
    const body = { email, password: PASSWORD }
    expect(await callApi('POST', '/auth/password', { body })).toMatchObject({ status: 401, code: 'no-password' })
  })

  it('opens a tutor’s account, not activated, and takes no staff role', async () => {
    const email = newEmail('gmail')
    const { user } = await expectOk<SignedIn>(enter(email, { role: 3 }))
    expect(await row('SELECT activated FROM tutors WHERE id = ?', user.id)).toEqual({ activated: 0 })
    expect(await enter(newEmail('gmail'), { role: 1 })).toMatchObject({ status: 400, code: 'bad-request' })
  })

  it('with an access token is the same', async () => {
    const email = newEmail('gmail')
    const { access_token } = await tokens(email)
    const made = await expectOk<SignedIn>(logIn(access_token, { type: 'bearer', role: 4 }))
    expect(made.user).toMatchObject({ email, verifiedEmail: true })
    expect((await expectOk<SignedIn>(enter(email))).user.id).toBe(made.user.id)
  })

  it('of two taps at once opens one account', async () => {
    const email = newEmail('gmail')
    const { id_token } = await tokens(email)
    const made = await Promise.all([1, 2, 3].map(() => expectOk<SignedIn>(logIn(id_token, { role: 4 }))))
    expect(new Set(made.map(({ user }) => user.id)).size).toBe(1)
  })

  it('knows the person after either address has changed', async () => {
    const email = newEmail('gmail')
    const made = await expectOk<SignedIn>(enter(email, { role: 4 }))
    const as: Person = { id: made.user.id, email, token: made.token }
    await expectOk(callApi('PUT', `/user/${as.id}`, { as, body: { email: newEmail('new') } }))
    expect((await expectOk<SignedIn>(enter(email))).user.id).toBe(made.user.id)
  })

  it('enters staff accounts too', async () => {
    const boss = await superAdmin()
    expect((await expectOk<SignedIn>(enter(boss.email))).user.id).toBe(boss.id)
  })
})

describe('an account that had a password', () => {
  it('is entered by its verified address and keeps the password', async () => {
    const sara = await newStudent()
    await expectOk(
      callApi('POST', '/confirmation-code/email/confirm', { as: sara, body: { code: await mailedCode(sara.email) } }),
    )
    const { user } = await expectOk<SignedIn>(enter(sara.email))
    expect(user).toMatchObject({ id: sara.id, hasPassword: true })
    await expectOk(callApi('POST', '/auth/password', { body: { email: sara.email, password: PASSWORD } }))
    expect((await callApi('GET', '/user/current', { as: sara })).status).toBe(200)
  })

  it('whose address nobody had verified belongs to whom Google knows: the stranger’s password and session end', async () => {
    const stranger = await newStudent('victim')
    const entered = await expectOk<SignedIn>(enter(stranger.email))
    expect(entered.user).toMatchObject({ id: stranger.id, verifiedEmail: true, hasPassword: false })
    expect(await minutesOf(entered)).toBe(60)
    expect((await callApi('GET', '/user/current', { as: stranger })).status).toBe(401)
    const body = { email: stranger.email, password: PASSWORD }
    expect(await callApi('POST', '/auth/password', { body })).toMatchObject({ code: 'no-password' })
  })

  it('is not entered by an address that Google has not verified, nor by a second owner of it', async () => {
    const sara = await newStudent()
    expect(await enter(sara.email, {}, { verified: false })).toMatchObject({ status: 401, code: 'unauthenticated' })
    await expectOk(enter(sara.email))
    kept.delete(`person:${sara.email}`)
    expect(await enter(sara.email)).toMatchObject({ status: 401, code: 'unauthenticated' })
  })

  it('a tutor’s card appears once Google has proven the address', async () => {
    const tutor = await onboardedTutor()
    await expectOk(callApi('PUT', `/user/${tutor.id}`, { as: tutor, body: { email: newEmail('tutor') } }))
    const card = async () => (await callApi('GET', `/user/tutor/info/${tutor.id}`)).status
    expect(await card()).toBe(404)
    const now = await row<{ email: string }>('SELECT email FROM users WHERE id = ?', tutor.id)
    await expectOk(enter(now?.email ?? ''))
    expect(await card()).toBe(200)
  })

  it('somebody new with an unverified address gets the code that verifies it', async () => {
    const email = newEmail('unverified')
    const { user } = await expectOk<SignedIn>(enter(email, { role: 4 }, { verified: false }))
    expect(user.verifiedEmail).toBe(false)
    expect(await mailedCode(email)).toBeGreaterThan(9999)
  })
})

describe('a token', () => {
  const refused = { status: 401, code: 'unauthenticated' }

  it('made for another site, by another issuer or too long ago opens nothing', async () => {
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

  it('signed by anybody else, unsigned or bent opens nothing', async () => {
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

  it('without a person or an address opens nothing', async () => {
    const pair = kept.get('keys') as Parameters<typeof sign>[0]
    const iat = Math.floor(Date.now() / 1000)
    const claims = { iss: 'https://accounts.google.com', aud: AUDIENCE, iat, exp: iat + 60 }
    for (const more of [{ sub: '1' }, { email: 'x@example.com', email_verified: true }, { sub: '', email: 'x@y.zz' }])
      expect(await logIn(await sign(pair, { ...claims, ...more }), { role: 4 })).toMatchObject(refused)
  })

  it('cannot be judged while Google is away, and nobody is let in meanwhile', async () => {
    const { access_token } = await tokens(newEmail('gmail'))
    isAway = true
    expect(await logIn(access_token, { type: 'bearer', role: 4 })).toMatchObject({
      status: 503,
      code: 'service-unavailable',
    })
  })

  it('of the bearer kind is asked about twenty times a minute from one place', async () => {
    const ip = '10.9.0.1'
    const codes = []
    for (let times = 0; times < 21; times++) codes.push((await logIn('ya29.unknown', { type: 'bearer' }, ip)).code)
    expect(codes.slice(0, 20).every((code) => code === 'unauthenticated')).toBe(true)
    expect(codes[20]).toBe('too-many-requests')
  })
})

describe('the way to Google and back', () => {
  const [app = ''] = bindings.WEB_ORIGINS.split(',')
  const start = (redirectUri: string) =>
    fetchWorker(
      `/api/v1/auth/google?redirectUri=${encodeURIComponent(redirectUri)}&state=state-12345&nonce=nonce-12345`,
      { redirect: 'manual' },
    )

  it('goes to the provider’s page, where somebody agrees, and comes back with a token that opens the account', async () => {
    const away = await start(`${app}/login`)
    expect(away.status).toBe(302)
    const address = new URL(away.headers.get('location') ?? '')
    expect(address.origin + address.pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth')
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      client_id: AUDIENCE,
      redirect_uri: `${app}/login`,
      response_type: 'id_token',
      state: 'state-12345',
    })
    const consent = await world.fetch(new Request(address))
    expect(consent.status).toBe(200)
    const agree = (fields: Record<string, string>) =>
      world.fetch(new Request(address, { method: 'POST', body: new URLSearchParams(fields) }))
    const email = newEmail('gmail')
    const back = new URL((await agree({ email, name: 'سارة', verified: 'on' })).headers.get('location') ?? '')
    expect(back.origin + back.pathname).toBe(`${app}/login`)
    const given = new URLSearchParams(back.hash.slice(1))
    expect(given.get('state')).toBe('state-12345')
    const { user } = await expectOk<SignedIn>(logIn(given.get('id_token') ?? '', { role: 4 }))
    expect(user.email).toBe(email)
    const refused = new URL((await agree({ refused: 'yes' })).headers.get('location') ?? '')
    expect(new URLSearchParams(refused.hash.slice(1)).get('error')).toBe('access_denied')
  })

  it('leads back to our own pages only', async () => {
    for (const page of ['https://evil.example/login', `${app}.evil.example`, 'javascript:alert(1)', 'nothing', '//x'])
      expect([page, (await start(page)).status]).toEqual([page, 400])
  })
})
