import { describe, expect, it, vi } from 'vitest'
import {
  callApi,
  expectOk,
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
  rows,
  run,
  textedCode,
} from '#tests/people'
import { makeKeys, sign } from '../../dev/world/google/tokens.ts'
import {
  AUDIENCE,
  app,
  challengeOf,
  consentAddress,
  enter,
  goOn,
  google,
  logIn,
  network,
  newVerifier,
  openGoogle,
  RETURN_PAGE,
  type SignedIn,
  signIn,
  signInAtGoogle,
  startSignIn,
  storage,
  submitConsent,
  tokens,
} from './google-fixtures.ts'

openGoogle()

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
    const registered = await Promise.all([1, 2, 3].map(() => expectOk<SignedIn>(signIn(email, { role: 4 }))))
    expect(new Set(registered.map(({ user }) => user.id)).size).toBe(1)
  })

  it('signs staff in, too', async () => {
    const adel = await newSuperAdmin()
    expect((await expectOk<SignedIn>(signIn(adel.email))).user.id).toBe(adel.id)
  })
})

describe('an existing account', () => {
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
    expect(await signIn(sara.email)).toMatchObject({ status: 409, code: 'link-required' })
  })

  it('of a tutor is listed once Google has verified the e-mail and the phone is proven anew', async () => {
    const tutor = await onboardedTutor()
    await expectOk(callApi('PUT', `/user/${tutor.id}`, { as: await newAdmin(), body: { email: newEmail('tutor') } }))
    const card = async () => (await callApi('GET', `/user/tutor/info/${tutor.id}`)).status
    expect(await card()).toBe(404)
    const account = await row<{ email: string }>('SELECT email FROM users WHERE id = ?', tutor.id)
    const { token } = await expectOk<SignedIn>(signIn(account?.email ?? ''))
    expect(await card()).toBe(404)
    const [as, phone] = [{ ...tutor, token }, '01012345670']
    await expectOk(callApi('POST', '/confirmation-code/phone/send', { as, body: { method: 'whatsapp', phone } }))
    const body = { code: await textedCode(phone), method: 'whatsapp' }
    await expectOk(callApi('POST', '/confirmation-code/phone/verify', { as, body }))
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
    network.isUnreachable = true
    expect(await logIn(access_token, { type: 'bearer', role: 4 })).toMatchObject({
      status: 503,
      code: 'service-unavailable',
    })
  })

  it('of the bearer kind is limited to sixty attempts a minute from one IP address', async () => {
    const ip = '10.9.0.1'
    const codes = []
    for (let times = 0; times < 61; times++) codes.push((await logIn('ya29.unknown', { type: 'bearer' }, ip)).code)
    expect(codes.slice(0, 60).every((code) => code === 'unauthenticated')).toBe(true)
    expect(codes[60]).toBe('too-many-requests')
  })
})

type Refusal = { code: string; details: { continuation: string; email: string; hasPassword: boolean } }

/** A student whose address is proven, with a password. */
async function provenStudent(email = newEmail('sara')): Promise<Person> {
  const sara = await newStudent()
  await run('UPDATE users SET email = ?, verified_email = 1 WHERE id = ?', email, sara.id)
  return { ...sara, email }
}

describe('a proven account that is not linked', () => {
  it('asks for its password once, keeps it, and tells its owner', async () => {
    const sara = await provenStudent()
    const refused = await signIn(sara.email)
    expect(refused).toMatchObject({ status: 409, code: 'link-required' })
    expect(await row('SELECT * FROM identities WHERE user_id = ?', sara.id)).toBeNull()
    const { details } = refused.body as Refusal
    expect(details).toMatchObject({ email: sara.email, hasPassword: true })
    expect(await goOn(details.continuation, { password: 'Ghalat123' })).toMatchObject({ code: 'wrong-password' })
    const { user } = await expectOk<SignedIn>(goOn(details.continuation, { password: PASSWORD }))
    expect(user).toMatchObject({ id: sara.id, hasPassword: true })
    const mail = await row<{ params: string }>(
      `SELECT params FROM outbox WHERE "to" = ? AND template = 'identity_changed'`,
      sara.email,
    )
    expect(JSON.parse(mail?.params ?? '{}')).toEqual({ change: 'linked', address: sara.email })
    expect((await expectOk<SignedIn>(signIn(sara.email))).user.id).toBe(sara.id)
    expect((await callApi('GET', '/user/current', { as: sara })).status).toBe(200)
  })

  it('is linked once by what continues a sign-in, and by none that is forged or run out', async () => {
    const sara = await provenStudent()
    const { details } = (await signIn(sara.email)).body as Refusal
    await expectOk(goOn(details.continuation, { password: PASSWORD }))
    const refused = { status: 401, code: 'unauthenticated' }
    expect(await goOn(details.continuation, { password: PASSWORD })).toMatchObject(refused)
    expect(await goOn(`${details.continuation.slice(0, -4)}AAAA`, { password: PASSWORD })).toMatchObject(refused)
    expect(await goOn(sara.token, { password: PASSWORD })).toMatchObject(refused)
    expect((await callApi('GET', '/user/current', { as: { ...sara, token: details.continuation } })).status).toBe(401)
  })

  it('without a password opens to the present owner of the mailbox at Google, and to no earlier owner', async () => {
    const gmail = await provenStudent(newEmail('sara').replace('outlook.com', 'gmail.com'))
    const elsewhere = await provenStudent()
    await run('UPDATE users SET password_hash = NULL WHERE id IN (?, ?)', gmail.id, elsewhere.id)
    expect((await expectOk<SignedIn>(signIn(gmail.email))).user.id).toBe(gmail.id)
    const refused = await signIn(elsewhere.email)
    expect(refused).toMatchObject({ status: 409, code: 'link-required' })
    expect((refused.body as Refusal).details.hasPassword).toBe(false)
  })
})

describe('an id token', () => {
  it('is accepted once', async () => {
    const { id_token } = await tokens(newEmail('gmail'))
    expect((await logIn(id_token)).code).toBe('user-not-found')
    await expectOk(logIn(id_token, { role: 4 }))
    const [head, body, signature = ''] = id_token.split('.')
    for (const again of [id_token, `${head}.${body}.${signature}=`])
      expect([again, await logIn(again)]).toMatchObject([again, { status: 401, code: 'unauthenticated' }])
  })

  it('that several requests present at once signs in one of them', async () => {
    const email = newEmail('gmail')
    await expectOk(signIn(email, { role: 4 }))
    const { id_token } = await tokens(email)
    const answers = await Promise.all([1, 2, 3].map(() => logIn(id_token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  })
})

describe('the redirect to Google and back', () => {
  it('leads to the consent page, and back with a code that signs in', async () => {
    const verifier = newVerifier()
    const redirect = await startSignIn({ verifier })
    expect(redirect.status).toBe(302)
    const address = new URL(redirect.headers.get('location') ?? '')
    expect(address.origin + address.pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth')
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      client_id: AUDIENCE,
      redirect_uri: RETURN_PAGE,
      response_type: 'code',
      code_challenge: await challengeOf(verifier),
      code_challenge_method: 'S256',
      state: 'state-12345',
    })
    expect((await google.fetch(new Request(address))).status).toBe(200)
    const email = newEmail('gmail')
    const back = await submitConsent(address, { email, name: 'سارة', verified: 'on' })
    expect(back.origin + back.pathname).toBe(RETURN_PAGE)
    expect(back.searchParams.get('state')).toBe('state-12345')
    const brought = { code: back.searchParams.get('code') ?? '', verifier, redirectUri: RETURN_PAGE }
    const { user } = await expectOk<SignedIn>(enter(brought, { role: 4 }))
    expect(user.email).toBe(email)
    const refused = await submitConsent(address, { refused: 'yes' })
    expect(refused.searchParams.get('error')).toBe('access_denied')
  })

  it('registers an unknown person without another redirect', async () => {
    const email = newEmail('gmail')
    const refused = await enter(await signInAtGoogle(email))
    expect(refused).toMatchObject({ status: 404, code: 'user-not-found' })
    const { details } = refused.body as Refusal
    expect((await expectOk<SignedIn>(goOn(details.continuation, { role: 3 }))).user).toMatchObject({ email, role: 3 })
  })

  it('is refused with another verifier, another page, an unknown nonce or one of another sign-in, and the second time', async () => {
    const email = newEmail('gmail')
    const refused = { status: 401, code: 'unauthenticated' }
    const brought = await signInAtGoogle(email)
    expect(await enter({ ...brought, verifier: newVerifier() }, { role: 4 })).toMatchObject(refused)
    expect(await enter({ ...(await signInAtGoogle(email)), redirectUri: `${app}/google` }, { role: 4 })).toMatchObject(
      refused,
    )
    const verifier = newVerifier()
    const address = await consentAddress({ verifier })
    const consented = { email, name: 'سارة', verified: 'on' }
    const codeFor = async (nonce: string | null) => {
      const changed = new URL(address)
      if (nonce === null) changed.searchParams.delete('nonce')
      else changed.searchParams.set('nonce', nonce)
      return (await submitConsent(changed, consented)).searchParams.get('code') ?? ''
    }
    const own = address.searchParams.get('nonce') ?? ''
    const other = (await consentAddress({})).searchParams.get('nonce')
    for (const nonce of [null, 'a-nonce-of-mine', other])
      expect(await enter({ code: await codeFor(nonce), verifier, redirectUri: RETURN_PAGE })).toMatchObject(refused)
    const [first, second] = [await codeFor(own), await codeFor(own)]
    await expectOk(enter({ code: first, verifier, redirectUri: RETURN_PAGE }, { role: 4 }))
    for (const code of [first, second])
      expect(await enter({ code, verifier, redirectUri: RETURN_PAGE })).toMatchObject(refused)
  })

  it('is refused for other pages than our own, and for anything but an allowed path of them', async () => {
    const evil = ['https://evil.example/login', `${app}.evil.example/login`, 'javascript:alert(1)', 'nothing', '//x']
    const notAllowed = ['', '/', '/s/settings', '/login?x=1', '/login#x', '/login/../s', '/Login', '/login/']
    const disguised = ['//sara@', '//evil.example\\@'].map((start) => `${app.replace('//', start)}/login`)
    for (const page of [...evil, ...notAllowed.map((path) => app + path), ...disguised])
      expect([page, (await startSignIn({ redirectUri: page })).status]).toEqual([page, 400])
    const code = { ...(await signInAtGoogle(newEmail('gmail'))), redirectUri: 'https://evil.example/login' }
    expect(await enter(code)).toMatchObject({ status: 400, code: 'bad-request' })
  })
})

describe('a proof by Google', () => {
  const prove = async (as: Person, email: string) =>
    callApi('POST', '/auth/google/proof', { as, body: await signInAtGoogle(email, { redirectUri: `${app}/google` }) })

  it('is given for the linked Google account only', async () => {
    const email = newEmail('gmail')
    const { user, token } = await expectOk<SignedIn>(signIn(email, { role: 4 }))
    const sara = { id: user.id, email, token }
    expect(await expectOk(prove(sara, email))).toEqual({ proof: expect.any(String), expiresAt: expect.any(String) })
    expect(await prove(sara, newEmail('evil'))).toMatchObject({ status: 409, code: 'identity-taken' })
    expect(await prove(await newStudent(), email)).toMatchObject({ status: 404, code: 'not-found' })
  })

  it('opens one change of its own account, within five minutes', async () => {
    const account = async () => {
      const email = newEmail('gmail')
      const { user, token } = await expectOk<SignedIn>(signIn(email, { role: 4 }))
      return { id: user.id, email, token }
    }
    const [sara, mona] = [await account(), await account()]
    const newProof = async () => ({ google: (await expectOk<{ proof: string }>(prove(sara, sara.email))).proof })
    const setPassword = (as: Person, proof?: object) =>
      callApi('PUT', `/user/${as.id}`, { as, body: { password: { current: null, new: 'Better2026!' }, proof } })
    const refused = { status: 400, code: 'google-sign-in-failed' }
    expect(await setPassword(sara)).toMatchObject({
      code: 'proof-required',
      body: { details: { methods: ['google'] } },
    })
    expect(await setPassword(mona, await newProof())).toMatchObject(refused)
    const late = await newProof()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 })
    expect(await setPassword(sara, late)).toMatchObject(refused)
    const phone = (number: string, proof?: object) =>
      callApi('PUT', `/user/${sara.id}`, { as: sara, body: { phone: number, proof } })
    await expectOk(phone('01012345678'))
    const proof = await newProof()
    await expectOk(phone('01112345678', proof))
    expect(await setPassword(sara, proof)).toMatchObject(refused)
    await expectOk(setPassword(sara, await newProof()))
  })
})

describe('the linked accounts', () => {
  it('are listed for their owner', async () => {
    const email = newEmail('gmail')
    const { user, token } = await expectOk<SignedIn>(signIn(email, { role: 4 }))
    const as = { id: user.id, email, token }
    expect(await expectOk(callApi('GET', '/user/current/identities', { as }))).toEqual([
      { provider: 'google', email, linkedAt: expect.any(String) },
    ])
    expect(await expectOk(callApi('GET', '/user/current/identities', { as: await newStudent() }))).toEqual([])
  })

  const brought = (email: string) => signInAtGoogle(email, { redirectUri: `${app}/google` })
  const link = async (as: Person, email: string, password = PASSWORD) =>
    callApi('POST', '/user/current/identities', { as, body: { ...(await brought(email)), proof: { password } } })
  const unlink = (as: Person, password = PASSWORD) =>
    callApi('DELETE', '/user/current/identities/google', { as, body: { proof: { password } } })

  it('are linked and unlinked by a proof alone, and their owner is told', async () => {
    const sara = await provenStudent()
    const email = newEmail('gmail')
    expect(await callApi('POST', '/user/current/identities', { as: sara, body: await brought(email) })).toMatchObject({
      status: 403,
      code: 'proof-required',
      body: { details: { methods: ['password'] } },
    })
    expect(await link(sara, email, 'Ghalat123')).toMatchObject({ status: 401, code: 'wrong-password' })
    expect(await expectOk(link(sara, email))).toMatchObject({ provider: 'google', email })
    expect((await expectOk<SignedIn>(signIn(email))).user.id).toBe(sara.id)
    expect(await link(sara, newEmail('gmail'))).toMatchObject({ status: 409, code: 'identity-exists' })
    expect(await link(await provenStudent(), email)).toMatchObject({ status: 409, code: 'identity-taken' })
    expect(await unlink(sara, 'Ghalat123')).toMatchObject({ status: 401, code: 'wrong-password' })
    await expectOk(unlink(sara))
    expect(await unlink(sara)).toMatchObject({ status: 404, code: 'not-found' })
    expect(await signIn(email)).toMatchObject({ status: 404, code: 'user-not-found' })
    const mails = await rows<{ params: string }>(
      `SELECT params FROM outbox WHERE "to" = ? AND template = 'identity_changed' ORDER BY id`,
      sara.email,
    )
    expect(mails.map(({ params }) => JSON.parse(params))).toEqual([
      { change: 'linked', address: email },
      { change: 'unlinked', address: email },
    ])
  })

  it('are not unlinked where they are the only way in', async () => {
    const email = newEmail('gmail')
    const { user, token } = await expectOk<SignedIn>(signIn(email, { role: 4 }))
    expect(await unlink({ id: user.id, email, token })).toMatchObject({ status: 409, code: 'only-sign-in' })
  })

  it('of staff are linked and unlinked with an entry in the audit log', async () => {
    const adel = await newSuperAdmin()
    await expectOk(link(adel, newEmail('gmail')))
    await expectOk(unlink(adel))
    const entries = await rows<{ act: string }>('SELECT act FROM audit_entries WHERE actor_id = ? ORDER BY id', adel.id)
    expect(entries.map(({ act }) => act)).toEqual(['identity.link', 'identity.unlink'])
  })
})
