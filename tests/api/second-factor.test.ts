import { createExecutionContext } from 'cloudflare:test'
import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  bindings,
  callApi,
  expectOk,
  fetchWorker,
  mailedResetCode,
  newAdmin,
  newStudent,
  newStudio,
  newSuperAdmin,
  onboardedTutor,
  outcome,
  PASSWORD,
  type Person,
  readAnswer,
  row,
  rows,
  run,
  setNow,
  tutorManager,
  verifiedStudent,
} from '#tests/people'
import { app } from '../../worker/app.ts'
import type { Env } from '../../worker/env.ts'
import {
  APP_ORIGIN,
  addPasskey,
  authenticator,
  challengeOf,
  codeAt,
  creationChallenge,
  type Enrolled,
  enrolApp,
  enrolPasskey,
  finish,
  signInChallenge,
  typePassword,
  type WithApp,
} from './second-factor-fixtures.ts'

const NOW = Date.parse('2026-02-11T10:00:00Z')
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** Moves past the time step of a code that was just used. */
const nextStep = () => setNow(Date.now() + 30 * SECOND)

beforeEach(() => {
  setNow(NOW)
  return () => vi.useRealTimers()
})

type SignedIn = { user: { id: number }; token: string }
const current = (as: Person) => outcome(callApi('GET', '/user/current', { as }))
const mailed = async (email: string) =>
  (await rows<{ params: string }>('SELECT params FROM outbox WHERE "to" = ? ORDER BY id', email)).map(
    ({ params }) => (JSON.parse(params) as { change?: string }).change,
  )

describe('signing in without a second factor', () => {
  it('answers account and token as before, to staff and to students', async () => {
    for (const person of [await verifiedStudent(), await newAdmin(), await tutorManager()]) {
      const answer = await expectOk<SignedIn>(typePassword(person.email))
      expect(Object.keys(answer)).toEqual(['user', 'token'])
      expect(answer.user.id).toBe(person.id)
    }
  })

  it('names the session in every token, and says of staff when they signed in', async () => {
    const sara = await expectOk<SignedIn>(typePassword((await verifiedStudent()).email))
    expect(Object.keys(decodeJwt(sara.token)).sort()).toEqual(['exp', 'iat', 'id', 'jti', 'role', 'sid'])
    const adel = await expectOk<SignedIn>(typePassword((await newAdmin()).email))
    expect(decodeJwt(adel.token)).toMatchObject({ auth_time: NOW / 1000, exp: NOW / 1000 + 12 * 3600 })
    expect(decodeJwt(adel.token)).not.toHaveProperty('amr')
  })
})

describe('an authenticator app', () => {
  it('is enrolled by the password and a code; then every other session has ended', async () => {
    const adel = await newSuperAdmin()
    const dina = await enrolApp(adel)
    expect(dina.codes).toHaveLength(10)
    expect(new Set(dina.codes).size).toBe(10)
    expect(await current(adel)).toBe('unauthenticated')
    expect(await current(dina)).toBe('ok')
    expect(await mailed(adel.email)).toEqual(['app-added'])
    expect(await row('SELECT act FROM audit_entries WHERE actor_id = ?', adel.id)).toEqual({
      act: 'secondFactor.confirmTotp',
    })
  })

  it('is not enrolled without proof, with a wrong code, or late', async () => {
    const adel = await newAdmin()
    const begin = (body: object) => callApi('POST', '/second-factor/totp', { as: adel, body })
    expect(await outcome(begin({}))).toBe('proof-required')
    expect(await outcome(begin({ password: 'Hessa2027!' }))).toBe('wrong-password')
    expect(await outcome(begin({ code: '123456' }))).toBe('invalid-verification-code')
    const confirm = (code: string) =>
      outcome(callApi('POST', '/second-factor/totp/confirmation', { as: adel, body: { code } }))
    expect(await confirm('123456')).toBe('expired-verification-code')
    const { secret } = await expectOk<{ secret: string }>(begin({ password: PASSWORD }))
    for (const wrong of ['', 'abcdef']) expect(await confirm(wrong)).toBe('invalid-verification-code')
    expect(await outcome(typePassword(adel.email))).toBe('ok')
    setNow(NOW + 15 * MINUTE)
    expect(await confirm(codeAt(secret))).toBe('expired-verification-code')
  })

  it('keeps its key encrypted, for its account alone', async () => {
    const [adel, dina] = [await enrolApp(await newAdmin()), await enrolApp(await newAdmin())]
    const stored = await row<{ secret: string }>('SELECT secret FROM totp_secrets WHERE user_id = ?', adel.id)
    expect(stored?.secret).toMatch(/^v1\.[\w-]+\.[\w-]+$/)
    expect(stored?.secret).not.toContain(adel.secret)
    await run('UPDATE totp_secrets SET secret = ? WHERE user_id = ?', stored?.secret, dina.id)
    nextStep()
    expect(await outcome(finish(await challengeOf(dina), { code: codeAt(adel.secret) }))).toBe('unexpected')
  })

  it('shows its key once only', async () => {
    const adel = await enrolApp(await newAdmin())
    const answer = await callApi('GET', '/second-factor', { as: adel })
    expect(answer.body).toMatchObject({ totp: { createdAt: expect.any(String) }, recoveryCodesLeft: 10 })
    expect(JSON.stringify(answer.body)).not.toContain(adel.secret)
    const again = callApi('POST', '/second-factor/totp', { as: adel, body: { password: PASSWORD } })
    expect(await outcome(again)).toBe('illegal')
  })
})

describe('the second step', () => {
  let adel: WithApp
  beforeEach(async () => {
    adel = await enrolApp(await newAdmin())
    nextStep()
  })

  it('takes a code and gives the answer of every sign-in', async () => {
    const { status, body } = await typePassword(adel.email)
    expect(status).toBe(401)
    expect(body).toEqual({
      code: 'second-factor-required',
      message: expect.any(String),
      details: {
        challenge: expect.any(String),
        expiresAt: expect.any(String),
        methods: ['code', 'recoveryCode'],
        passkeySite: 'dashboard',
      },
    })
    const { challenge } = (body as { details: { challenge: string } }).details
    const signedIn = await expectOk<SignedIn>(finish(challenge, { code: codeAt(adel.secret) }))
    expect(Object.keys(signedIn)).toEqual(['user', 'token'])
    expect(decodeJwt(signedIn.token).amr).toEqual(['mfa'])
    expect(await current({ ...adel, token: signedIn.token })).toBe('ok')
  })

  it('accepts Arabic digits and the codes of the periods before and after, no others', async () => {
    const at = Date.now()
    const arabic = codeAt(adel.secret, at - 30 * SECOND).replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? '')
    setNow(at + 60 * SECOND)
    const later = Date.now()
    const challenge = await challengeOf(adel)
    expect(await outcome(finish(challenge, { code: arabic }))).toBe('invalid-verification-code')
    expect(await outcome(finish(challenge, { code: codeAt(adel.secret, later + 60 * SECOND) }))).toBe(
      'invalid-verification-code',
    )
    expect(await outcome(finish(challenge, { code: codeAt(adel.secret, later - 30 * SECOND) }))).toBe('ok')
    expect(await outcome(finish(await challengeOf(adel), { code: codeAt(adel.secret, later + 30 * SECOND) }))).toBe(
      'ok',
    )
  })

  it('accepts a code once, also by two requests at the same moment', async () => {
    const code = codeAt(adel.secret)
    const challenges = [await challengeOf(adel), await challengeOf(adel), await challengeOf(adel)]
    const answers = await Promise.all(challenges.slice(0, 2).map((challenge) => outcome(finish(challenge, { code }))))
    expect(answers.sort()).toEqual(['invalid-verification-code', 'ok'])
    expect(await outcome(finish(challenges[2] ?? '', { code }))).toBe('invalid-verification-code')
    // An older code than the accepted one is no better.
    const older = codeAt(adel.secret, Date.now() - 30 * SECOND)
    expect(await outcome(finish(challenges[2] ?? '', { code: older }))).toBe('invalid-verification-code')
  })

  it('uses its challenge up, and lets it run out after five minutes', async () => {
    const challenge = await challengeOf(adel)
    expect(await outcome(finish(challenge, { code: codeAt(adel.secret) }))).toBe('ok')
    nextStep()
    expect(await outcome(finish(challenge, { code: codeAt(adel.secret) }))).toBe('unauthenticated')
    const late = await challengeOf(adel)
    setNow(Date.now() + 5 * MINUTE)
    expect(await outcome(finish(late, { code: codeAt(adel.secret) }))).toBe('unauthenticated')
    expect(await outcome(finish('x'.repeat(43), { code: codeAt(adel.secret) }))).toBe('unauthenticated')
    expect(await outcome(finish(late, {}))).toBe('unauthenticated')
    expect(await outcome(finish(await challengeOf(adel), {}))).toBe('bad-request')
  })

  it('ends with the sessions: a challenge from before a new password opens nothing', async () => {
    const challenge = await challengeOf(adel)
    setNow(Date.now() + 2 * SECOND)
    await expectOk(callApi('POST', '/auth/sign-out-everywhere', { as: adel }))
    expect(await outcome(finish(challenge, { code: codeAt(adel.secret) }))).toBe('unauthenticated')
  })

  it('has a challenge that is no bearer token, and a bearer token is no challenge', async () => {
    const challenge = await challengeOf(adel)
    expect(await current({ ...adel, token: challenge })).toBe('unauthenticated')
    const socket = await fetchWorker(`/parties/user/${adel.id}`, {
      headers: { upgrade: 'websocket', 'sec-websocket-protocol': `bearer, ${challenge}` },
    })
    expect(socket.status).toBe(401)
    expect(await outcome(finish(adel.token, { code: codeAt(adel.secret) }))).toBe('unauthenticated')
  })

  it('is of the account that typed its password', async () => {
    const dina = await enrolApp(await newAdmin())
    nextStep()
    const challenge = await challengeOf(adel)
    expect(await outcome(finish(challenge, { code: codeAt(dina.secret) }))).toBe('invalid-verification-code')
    expect(await outcome(finish(challenge, { recoveryCode: dina.codes[0] }))).toBe('invalid-verification-code')
  })

  it('slows wrong codes down for an address, and leaves the owner elsewhere alone', async () => {
    const challenge = await challengeOf(adel)
    for (let attempt = 0; attempt < 5; attempt++)
      expect(await outcome(finish(challenge, { code: '0' }))).toBe('invalid-verification-code')
    const refused = await finish(challenge, { code: codeAt(adel.secret) })
    expect(refused).toMatchObject({ status: 429, code: 'too-many-requests' })
    expect(refused.headers.get('retry-after')).toBe('30')
    expect(await outcome(finish(challenge, { recoveryCode: adel.codes[0] }))).toBe('too-many-requests')
    // A new sign-in does not forget the wrong codes of the one before.
    expect(await outcome(finish(await challengeOf(adel), { code: codeAt(adel.secret) }))).toBe('too-many-requests')
    expect(await outcome(finish(challenge, { code: codeAt(adel.secret) }, '196.218.0.1'))).toBe('ok')
  })

  it('counts wrong codes from many addresses together', async () => {
    const challenge = await challengeOf(adel)
    const guess = (ip: number) => outcome(finish(challenge, { code: '0' }, `10.1.0.${ip}`))
    for (let ip = 0; ip < 50; ip++) expect(await guess(ip)).toBe('invalid-verification-code')
    expect(await guess(60)).toBe('too-many-requests')
  })

  it('is offered only after the password, so that nobody else can delay the owner', async () => {
    for (let attempt = 0; attempt < 9; attempt++)
      expect(await outcome(typePassword(adel.email, 'Hessa2027!', '10.9.9.9'))).toBe('wrong-password')
    expect(await outcome(finish(await challengeOf(adel), { code: codeAt(adel.secret) }))).toBe('ok')
  })

  it('cannot be bypassed: not by Basic, nor by a token that only a password has opened', async () => {
    const authorization = `Basic ${btoa(`${adel.email}:${PASSWORD}`)}`
    const answer = await callApi('GET', '/user/current', { headers: { authorization } })
    expect(answer).toMatchObject({ status: 401, code: 'second-factor-required' })
    expect(answer.body).not.toHaveProperty('details')
    // As an attacker has it who signed in before the factor was there, or while sessions_valid_from was not raised.
    const { tokenFor } = await import('#tests/people')
    setNow(Date.now() + 2 * SECOND)
    expect(await current({ ...adel, token: await tokenFor(adel.id) })).toBe('unauthenticated')
  })

  it('is asked for after a new password that was set by mail', async () => {
    await run('UPDATE users SET verified_email = 1 WHERE id = ?', adel.id)
    await expectOk(callApi('POST', '/confirmation-code/password/send', { body: { email: adel.email } }))
    const code = await mailedResetCode(adel.email)
    const password = 'Another2026!'
    const body = { email: adel.email, code, password }
    await expectOk(callApi('POST', '/confirmation-code/password/confirm', { body }))
    expect(await outcome(typePassword(adel.email, password))).toBe('second-factor-required')
  })

  it('is kept by refreshing and by signing out everywhere', async () => {
    setNow(Date.now() + 2 * SECOND)
    const token = await expectOk<string>(callApi('POST', '/auth/refresh-token', { as: adel }))
    expect(await current({ ...adel, token })).toBe('ok')
    const renewed = await expectOk<string>(callApi('POST', '/auth/sign-out-everywhere', { as: { ...adel, token } }))
    expect(await current({ ...adel, token })).toBe('unauthenticated')
    expect(await current({ ...adel, token: renewed })).toBe('ok')
  })
})

describe('recovery codes', () => {
  it('open once each, however they are written, and the owner is told', async () => {
    const adel = await enrolApp(await newAdmin())
    const [first = '', second = ''] = adel.codes
    const written = ` ${first.toUpperCase().replaceAll('-', ' ')} `
    expect(await outcome(finish(await challengeOf(adel), { recoveryCode: written }))).toBe('ok')
    expect(await outcome(finish(await challengeOf(adel), { recoveryCode: first }))).toBe('invalid-verification-code')
    const challenges = [await challengeOf(adel), await challengeOf(adel)]
    const together = await Promise.all(
      challenges.map((challenge) => outcome(finish(challenge, { recoveryCode: second }))),
    )
    expect(together.sort()).toEqual(['invalid-verification-code', 'ok'])
    expect(await mailed(adel.email)).toEqual(['app-added', 'recovery-code-used', 'recovery-code-used'])
    expect(await expectOk(callApi('GET', '/second-factor', { as: adel }))).toMatchObject({ recoveryCodesLeft: 8 })
  })

  it('are kept as hashes of 120 random bits', async () => {
    const adel = await enrolApp(await newAdmin())
    for (const code of adel.codes) expect(code).toMatch(/^(?:[0-9a-hjkmnp-tv-z]{6}-){3}[0-9a-hjkmnp-tv-z]{6}$/)
    const stored = JSON.stringify(await rows('SELECT * FROM recovery_codes WHERE user_id = ?', adel.id))
    for (const code of adel.codes) {
      expect(stored).not.toContain(code)
      expect(stored).not.toContain(code.replaceAll('-', ''))
    }
  })

  it('are renewed by proof; those before no longer count', async () => {
    const adel = await enrolApp(await newAdmin())
    const renew = (body: object) => callApi('POST', '/second-factor/recovery-codes', { as: adel, body })
    expect(await outcome(renew({}))).toBe('proof-required')
    nextStep()
    const code = codeAt(adel.secret)
    const { recoveryCodes } = await expectOk<{ recoveryCodes: string[] }>(renew({ code }))
    expect(await outcome(renew({ code }))).toBe('invalid-verification-code')
    expect(await outcome(finish(await challengeOf(adel), { recoveryCode: adel.codes[0] }))).toBe(
      'invalid-verification-code',
    )
    expect(await outcome(finish(await challengeOf(adel), { recoveryCode: recoveryCodes[0] }))).toBe('ok')
    const dina = await newAdmin()
    const without = callApi('POST', '/second-factor/recovery-codes', { as: dina, body: { password: PASSWORD } })
    expect(await outcome(without)).toBe('not-found')
  })
})

describe('a passkey', () => {
  it('is enrolled and signs in, without a code', async () => {
    const adel = await enrolPasskey(await newAdmin())
    expect(adel.codes).toHaveLength(10)
    const { body } = await typePassword(adel.email)
    expect((body as { details: { methods: string[] } }).details.methods).toEqual(['passkey', 'recoveryCode'])
    const challenge = await challengeOf(adel)
    const signed = await signInChallenge(challenge)
    const { token } = await expectOk<SignedIn>(finish(challenge, { passkey: await adel.key.sign(signed) }))
    expect(await current({ ...adel, token })).toBe('ok')
    const { passkeys } = await expectOk<{ passkeys: { lastUsedAt: string }[] }>(
      callApi('GET', '/second-factor', { as: { ...adel, token } }),
    )
    expect(passkeys).toEqual([
      expect.objectContaining({ name: 'لابتوب', lastUsedAt: new Date(Date.now()).toISOString() }),
    ])
  })

  it('is refused from another site, without its user verified, or for another challenge', async () => {
    const adel = await newAdmin()
    const key = await authenticator()
    for (const forgery of [
      { origin: 'http://evil.localhost:8787' },
      { origin: 'http://localhost:8787' },
      { rpId: 'localhost' },
      { verified: false },
      { type: 'webauthn.get' },
    ]) {
      const credential = await key.create(await creationChallenge(adel), forgery)
      expect([forgery, await outcome(addPasskey(adel, credential))]).toEqual([forgery, 'invalid-passkey'])
    }
    expect(await outcome(addPasskey(adel, await key.create('c3R1YmJvcm4')))).toBe('invalid-passkey')
    const dina = await newAdmin()
    const anothers = await key.create(await creationChallenge(dina))
    expect(await outcome(addPasskey(adel, anothers))).toBe('invalid-passkey')
    const late = await key.create(await creationChallenge(adel))
    setNow(NOW + 5 * MINUTE)
    expect(await outcome(addPasskey(adel, late))).toBe('invalid-passkey')
    expect(await row('SELECT COUNT(*) AS count FROM passkeys WHERE user_id = ?', adel.id)).toEqual({ count: 0 })
  })

  it('is made once for a challenge, and its credential belongs to one account', async () => {
    const [adel, dina] = [await enrolPasskey(await newAdmin()), await newAdmin()]
    const credential = await adel.key.create(await creationChallenge(dina))
    expect(await outcome(addPasskey(dina, credential))).toBe('illegal')
    const fresh = await (await authenticator()).create(await creationChallenge(dina))
    expect(await outcome(addPasskey(dina, fresh))).toBe('ok')
    expect(await outcome(addPasskey(dina, fresh))).toBe('unauthenticated')
  })

  it('of another account signs nobody in', async () => {
    const [adel, dina] = [await enrolPasskey(await newAdmin()), await enrolPasskey(await newAdmin())]
    const challenge = await challengeOf(adel)
    const passkey = await dina.key.sign(await signInChallenge(challenge))
    expect(await outcome(finish(challenge, { passkey }))).toBe('invalid-passkey')
    const claimed = { ...passkey, id: adel.key.id, rawId: adel.key.id }
    expect(await outcome(finish(challenge, { passkey: claimed }))).toBe('invalid-passkey')
  })

  it('signs the challenge of its sign-in, once, on our dashboard, with a counter that rises', async () => {
    const adel = await enrolPasskey(await newAdmin())
    const challenge = await challengeOf(adel)
    expect(await outcome(finish(challenge, { passkey: await adel.key.sign('c3R1YmJvcm4') }))).toBe('invalid-passkey')
    const signed = await signInChallenge(challenge)
    for (const forgery of [
      { origin: 'https://admin.evil.example' },
      { rpId: 'evil.example' },
      { verified: false },
      { type: 'webauthn.create' },
      { counter: 0 },
      { counter: 1 },
    ]) {
      const passkey = await adel.key.sign(signed, forgery)
      expect([forgery, await outcome(finish(challenge, { passkey }))]).toEqual([forgery, 'invalid-passkey'])
    }
    const passkey = await adel.key.sign(signed)
    expect(await outcome(finish(challenge, { passkey }))).toBe('ok')
    expect(await outcome(finish(challenge, { passkey }))).toBe('unauthenticated')
    const next = await challengeOf(adel)
    await signInChallenge(next)
    expect(await outcome(finish(next, { passkey }))).toBe('invalid-passkey')
  })

  it('confirms a change by a fresh signature', async () => {
    const adel = await enrolPasskey(await newAdmin())
    const options = () =>
      expectOk<{ challenge: string }>(callApi('POST', '/second-factor/confirmation-options', { as: adel }))
    const renew = (passkey: object) =>
      outcome(callApi('POST', '/second-factor/recovery-codes', { as: adel, body: { passkey } }))
    const passkey = await adel.key.sign((await options()).challenge)
    expect(await renew(passkey)).toBe('ok')
    expect(await renew(passkey)).toBe('invalid-passkey')
    const dina = await enrolPasskey(await newAdmin())
    const hers = callApi('POST', '/second-factor/confirmation-options', { as: dina })
    const { challenge } = await expectOk<{ challenge: string }>(hers)
    expect(await renew(await adel.key.sign(challenge))).toBe('invalid-passkey')
    // What was signed to sign in does not confirm a change.
    expect(await renew(await adel.key.sign(await signInChallenge(await challengeOf(adel))))).toBe('invalid-passkey')
  })

  it('is renamed and removed by its owner only, and removing takes proof', async () => {
    const [adel, dina] = [await enrolPasskey(await newAdmin()), await enrolPasskey(await newAdmin())]
    const own = await row<{ id: number }>('SELECT id FROM passkeys WHERE user_id = ?', adel.id)
    const path = `/second-factor/passkeys/${own?.id}`
    expect(await outcome(callApi('PUT', path, { as: dina, body: { name: 'x' } }))).toBe('not-found')
    expect(await outcome(callApi('DELETE', path, { as: dina, body: { password: PASSWORD } }))).toBe('not-found')
    expect(await outcome(callApi('PUT', path, { as: adel, body: { name: 'مفتاح الشغل' } }))).toBe('ok')
    expect(await outcome(callApi('DELETE', path, { as: adel, body: {} }))).toBe('proof-required')
    expect(await outcome(callApi('DELETE', path, { as: adel, body: { password: 'Hessa2027!' } }))).toBe(
      'wrong-password',
    )
    expect(await outcome(callApi('DELETE', path, { as: adel, body: { password: PASSWORD } }))).toBe('ok')
    expect(await mailed(adel.email)).toEqual(['passkey-added', 'passkey-removed'])
    // It was the last factor: its recovery codes are gone, and a password is enough again.
    expect(await row('SELECT COUNT(*) AS count FROM recovery_codes WHERE user_id = ?', adel.id)).toEqual({ count: 0 })
    expect(await outcome(typePassword(adel.email))).toBe('ok')
  })
})

describe('a second factor beside the first', () => {
  it('is added without ending sessions, and the app is removed by a code of it', async () => {
    const adel = await enrolApp(await newAdmin())
    const credential = await (await authenticator()).create(await creationChallenge(adel))
    expect(await expectOk<Enrolled>(addPasskey(adel, credential))).toEqual({ token: null, recoveryCodes: null })
    expect(await current(adel)).toBe('ok')
    nextStep()
    const removal = { as: adel, body: { code: codeAt(adel.secret) } }
    expect(await outcome(callApi('DELETE', '/second-factor/totp', removal))).toBe('ok')
    expect(await outcome(callApi('DELETE', '/second-factor/totp', removal))).toBe('not-found')
    expect(await outcome(typePassword(adel.email))).toBe('second-factor-required')
  })
})

describe('who has second factors', () => {
  it('is everybody, and nobody at first', async () => {
    const others = [await newStudio(), await tutorManager(), await newAdmin(), await newSuperAdmin()]
    for (const person of [await verifiedStudent(), await onboardedTutor(), ...others])
      expect(await expectOk(callApi('GET', '/second-factor', { as: person }))).toEqual({
        isRequired: false,
        totp: null,
        passkeys: [],
        recoveryCodesLeft: 0,
      })
  })
})

describe('a second factor of students and tutors', () => {
  it.each([
    ['student', verifiedStudent],
    ['tutor', onboardedTutor],
  ])('of a %s is an app, asked for at each sign-in, with recovery codes', async (_, newPerson) => {
    const person = await newPerson()
    const enrolled = await enrolApp(person)
    expect(await current(person)).toBe('unauthenticated')
    expect(await current(enrolled)).toBe('ok')
    expect(enrolled.codes).toHaveLength(10)
    expect(await outcome(typePassword(person.email))).toBe('second-factor-required')
    const basic = `Basic ${btoa(`${person.email}:${PASSWORD}`)}`
    const byPassword = callApi('GET', '/user/current', { headers: { authorization: basic } })
    expect(await outcome(byPassword)).toBe('second-factor-required')
    nextStep()
    expect(await outcome(finish(await challengeOf(person), { code: codeAt(enrolled.secret) }))).toBe('ok')
    expect(await outcome(finish(await challengeOf(person), { recoveryCode: enrolled.codes[0] }))).toBe('ok')
    nextStep()
    const removal = { as: enrolled, body: { password: PASSWORD } }
    expect(await outcome(callApi('DELETE', '/second-factor/totp', removal))).toBe('ok')
    expect(await outcome(typePassword(person.email))).toBe('ok')
  })

  it('is not enrolled before the address is proven: a stranger who typed it would lock its owner out', async () => {
    const sara = await newStudent()
    const begin = () => outcome(callApi('POST', '/second-factor/totp', { as: sara, body: { password: PASSWORD } }))
    expect(await begin()).toBe('illegal')
    await run('UPDATE users SET verified_email = 1 WHERE id = ?', sara.id)
    expect(await begin()).toBe('ok')
  })

  it.each([
    ['student', verifiedStudent],
    ['tutor', onboardedTutor],
  ])('of a %s is a passkey of the app’s host, and none of the dashboard’s', async (_, newPerson) => {
    const inApp = { origin: APP_ORIGIN, rpId: new URL(APP_ORIGIN).hostname }
    const person = await newPerson()
    const key = await authenticator()
    const ofDashboard = await key.create(await creationChallenge(person))
    expect(await outcome(addPasskey(person, ofDashboard))).toBe('invalid-passkey')
    const { token } = await expectOk<{ token: string }>(
      addPasskey(person, await key.create(await creationChallenge(person), inApp)),
    )
    const { body } = await typePassword(person.email)
    expect((body as { details: object }).details).toMatchObject({
      methods: ['passkey', 'recoveryCode'],
      passkeySite: 'app',
    })
    const challenge = await challengeOf(person)
    const inDashboard = await key.sign(await signInChallenge(challenge))
    expect(await outcome(finish(challenge, { passkey: inDashboard }))).toBe('invalid-passkey')
    const next = await challengeOf(person)
    const signed = await key.sign(await signInChallenge(next), inApp)
    expect(await outcome(finish(next, { passkey: signed }))).toBe('ok')
    // It also confirms a change.
    const as = { ...person, token }
    const { challenge: confirmation } = await expectOk<{ challenge: string }>(
      callApi('POST', '/second-factor/confirmation-options', { as }),
    )
    const proof = { passkey: await key.sign(confirmation, inApp) }
    expect(await outcome(callApi('POST', '/second-factor/recovery-codes', { as, body: proof }))).toBe('ok')
  })

  it('is no passkey either before the address is proven', async () => {
    const sara = await newStudent()
    const body = { password: PASSWORD }
    expect(await outcome(callApi('POST', '/second-factor/passkeys/options', { as: sara, body }))).toBe('illegal')
  })
})

describe('where a second factor is required', () => {
  const required = { ...bindings, SECOND_FACTOR_REQUIRED: 'yes' } as Env
  const ask = async (method: string, path: string, as: Person | null, body?: object) => {
    const headers = as ? { authorization: `Bearer ${as.token}` } : {}
    const request = new Request(`http://localhost/api/v1${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return readAnswer(await app.fetch(request, required, createExecutionContext()))
  }

  it('an admin without one may enrol, and nothing else', async () => {
    const adel = await newAdmin()
    const signedIn = await ask('POST', '/auth/password', null, { email: adel.email, password: PASSWORD })
    expect(signedIn.status).toBe(200)
    const restricted = { ...adel, token: (signedIn.body as SignedIn).token }
    for (const [method, path] of [
      ['GET', '/user/list'],
      ['GET', `/user/${adel.id}`],
      ['PUT', `/user/${adel.id}`],
      ['GET', '/plan/list'],
      ['GET', '/user/tutor/list/onboarded'],
      ['POST', '/auth/refresh-token'],
      ['POST', '/auth/view-as'],
      ['DELETE', '/cache/flush'],
      ['DELETE', '/second-factor/totp'],
    ] as const)
      expect([path, await ask(method, path, restricted)]).toEqual([
        path,
        expect.objectContaining({ status: 403, code: 'second-factor-enrolment-required' }),
      ])
    const basic = new Request('http://localhost/api/v1/user/list', {
      headers: { authorization: `Basic ${btoa(`${adel.email}:${PASSWORD}`)}` },
    })
    expect((await app.fetch(basic, required, createExecutionContext())).status).toBe(403)
    const socket = new Request(`http://localhost/parties/user/${adel.id}`, {
      headers: { upgrade: 'websocket', 'sec-websocket-protocol': `bearer, ${restricted.token}` },
    })
    expect((await app.fetch(socket, required, createExecutionContext())).status).toBe(403)
    expect((await ask('GET', '/user/current', restricted)).status).toBe(200)
    expect((await ask('GET', '/second-factor', restricted)).body).toMatchObject({ isRequired: true })
    const begun = await ask('POST', '/second-factor/totp', restricted, { password: PASSWORD })
    const { secret } = begun.body as { secret: string }
    const enrolled = await ask('POST', '/second-factor/totp/confirmation', restricted, { code: codeAt(secret) })
    const { token } = enrolled.body as { token: string }
    expect((await ask('GET', '/user/list', { ...adel, token })).status).toBe(200)
    expect(await ask('GET', '/user/list', restricted)).toMatchObject({ status: 401, code: 'unauthenticated' })
    expect(await ask('DELETE', '/second-factor/totp', { ...adel, token }, { password: PASSWORD })).toMatchObject({
      code: 'illegal',
    })
    expect((await ask('GET', '/second-factor', { ...adel, token })).body).toMatchObject({ totp: expect.anything() })
  })

  it('other staff and students go on as they were', async () => {
    for (const person of [await newStudio(), await tutorManager(), await verifiedStudent()])
      expect((await ask('GET', '/plan/list', person)).status).toBe(200)
  })
})

describe('sessions of staff', () => {
  const signIn = async (person: Person) => ({
    ...person,
    ...(await expectOk<SignedIn>(typePassword(person.email))),
  })
  const refresh = (as: Person) => expectOk<string>(callApi('POST', '/auth/refresh-token', { as }))

  it('end twelve hours after their last token', async () => {
    for (const person of [await newStudio(), await tutorManager(), await newAdmin(), await newSuperAdmin()]) {
      setNow(NOW)
      const signedIn = await signIn(person)
      setNow(NOW + 12 * HOUR - SECOND)
      expect(await current(signedIn)).toBe('ok')
      setNow(NOW + 12 * HOUR)
      expect(await current(signedIn)).toBe('unauthenticated')
    }
  })

  it('are renewed for a day after signing in, and no longer', async () => {
    const adel = await signIn(await newAdmin())
    setNow(NOW + 10 * HOUR)
    const second = { ...adel, token: await refresh(adel) }
    setNow(NOW + 20 * HOUR)
    const third = { ...adel, token: await refresh(second) }
    setNow(NOW + 24 * HOUR - SECOND)
    expect(await current(third)).toBe('ok')
    const last = { ...adel, token: await refresh(third) }
    setNow(NOW + 24 * HOUR)
    expect(await current(last)).toBe('unauthenticated')
  })
})

describe('a colleague who has lost every second factor', () => {
  const reason = 'ضاع تليفونه'
  const resetOf = (person: { id: number }, as: Person, why: string | null = reason) =>
    callApi('POST', `/user/${person.id}/second-factor-reset`, {
      as,
      headers: why === null ? {} : { 'x-reason': encodeURIComponent(why) },
    })
  const left = async (person: Person) =>
    Promise.all(
      ['totp_secrets', 'passkeys', 'recovery_codes', 'second_factor_challenges'].map(
        async (table) => (await rows(`SELECT 1 FROM ${table} WHERE user_id = ?`, person.id)).length,
      ),
    )
  const resetsOf = (person: Person) =>
    rows('SELECT actor_id, reason FROM audit_entries WHERE act = ? AND target_id = ?', 'secondFactor.reset', person.id)

  it('is reset by a super admin: all of them go, the sessions end, the owner and the log are told', async () => {
    const [chief, adel] = [await newSuperAdmin(), await enrolApp(await newAdmin())]
    nextStep()
    const key = await authenticator()
    const credential = await key.create(await creationChallenge(adel, { password: PASSWORD }))
    await expectOk(addPasskey(adel, credential, 'موبايلي'))
    const challenge = await challengeOf(adel)
    await expectOk(resetOf(adel, chief))
    expect(await left(adel)).toEqual([0, 0, 0, 0])
    expect(await current(adel)).toBe('unauthenticated')
    expect(await outcome(finish(challenge, { recoveryCode: adel.codes[0] }))).toBe('unauthenticated')
    expect(await mailed(adel.email)).toEqual(['app-added', 'passkey-added', 'reset-by-staff'])
    expect(await resetsOf(adel)).toEqual([{ actor_id: chief.id, reason }])
    const entry = await row<{ before: string }>('SELECT before FROM audit_entries WHERE act = ?', 'secondFactor.reset')
    expect(JSON.parse(entry?.before ?? '')).toMatchObject({
      authenticatorApp: true,
      passkeys: ['موبايلي'],
      recoveryCodes: 10,
    })
    const { token } = await expectOk<SignedIn>(typePassword(adel.email))
    expect((await enrolApp({ ...adel, token })).codes).toHaveLength(10)
  })

  it('is reset with a reason only, and by no other role', async () => {
    const adel = await enrolApp(await newAdmin())
    const chief = await newSuperAdmin()
    for (const why of [null, '  ', 'لا']) expect(await outcome(resetOf(adel, chief, why))).toBe('bad-request')
    for (const as of [await newAdmin(), await tutorManager(), await newStudio(), await verifiedStudent()])
      expect(await outcome(resetOf(adel, as))).toBe('forbidden')
    expect(await current(adel)).toBe('ok')
    expect(await left(adel)).toEqual([1, 0, 10, 0])
    expect(await resetsOf(adel)).toEqual([])
  })

  it('may be another super admin, and never oneself', async () => {
    const [chief, other] = [await enrolApp(await newSuperAdmin()), await enrolApp(await newSuperAdmin())]
    expect(await outcome(resetOf(chief, chief))).toBe('forbidden')
    expect(await left(chief)).toEqual([1, 0, 10, 0])
    await expectOk(resetOf(other, chief))
    expect(await left(other)).toEqual([0, 0, 0, 0])
  })

  it('is refused for an unknown account and for one without a second factor', async () => {
    const [chief, adel, sara] = [await newSuperAdmin(), await newAdmin(), await verifiedStudent()]
    expect(await outcome(resetOf({ id: 999_999 }, chief))).toBe('user-not-found')
    for (const person of [adel, sara]) {
      expect(await outcome(resetOf(person, chief))).toBe('not-found')
      expect(await current(person)).toBe('ok')
      expect(await mailed(person.email)).not.toContain('reset-by-staff')
    }
  })

  it('is reset once by two at the same moment, told once, and shown to staff', async () => {
    const [chief, second, adel] = [await newSuperAdmin(), await newSuperAdmin(), await enrolApp(await newAdmin())]
    const hasOne = async () =>
      (await expectOk<{ hasSecondFactor: boolean }>(callApi('GET', `/user/${adel.id}/sessions`, { as: chief })))
        .hasSecondFactor
    expect(await hasOne()).toBe(true)
    const together = await Promise.all([chief, second, chief, second].map((as) => outcome(resetOf(adel, as))))
    expect(together.sort()).toEqual(['not-found', 'not-found', 'not-found', 'ok'])
    expect(await resetsOf(adel)).toHaveLength(1)
    expect(await mailed(adel.email)).toEqual(['app-added', 'reset-by-staff'])
    expect(await hasOne()).toBe(false)
  })
})
