import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  callApi,
  expectOk,
  mailedCode,
  newStudent,
  onboardedTutor,
  PASSWORD,
  type Person,
  row,
  run,
  setNow,
  superAdmin,
} from '#tests/people'
import { newStaff } from './staff-fixtures.ts'

const WEDNESDAY = Date.parse('2026-02-11T10:00:00Z')
const MINUTE = 60_000

/** Any other code of five digits. */
const not = (code: number) => (code === 99_999 ? 10_000 : code + 1)

/** The newest code that was sent to a phone. */
async function textedCode(phone: string): Promise<number> {
  const sent = await row<{ params: string }>(
    'SELECT params FROM outbox WHERE channel = \'whatsapp\' AND "to" = ? ORDER BY id DESC LIMIT 1',
    phone,
  )
  return Number((JSON.parse(sent?.params ?? '{}') as { otp?: string }).otp)
}

const from = (ip: string) => ({ 'cf-connecting-ip': ip })
const current = (person: Person) => callApi('GET', '/user/current', { as: person })

beforeEach(() => {
  setNow(WEDNESDAY)
  return () => vi.useRealTimers()
})

describe('a phone', () => {
  let phones = 10_000_000
  const newPhone = () => `010${++phones}`
  const send = (as: Person, phone?: string) =>
    callApi('POST', '/confirmation-code/phone/send', { as, body: { method: 'whatsapp', ...(phone ? { phone } : {}) } })
  const verify = (as: Person, code: number) =>
    callApi('POST', '/confirmation-code/phone/verify', { as, body: { code, method: 'whatsapp' } })

  it('is kept, gets a code, and is verified with it once', async () => {
    const sara = await newStudent()
    const phone = newPhone()
    expect(await send(sara)).toMatchObject({ status: 400, code: 'phone-required' })
    expect(await send(sara, '0222')).toMatchObject({ status: 400, code: 'invalid-phone' })
    await expectOk(send(sara, phone))
    expect(await send(sara, newPhone())).toMatchObject({ code: 'incorrect-phone' })
    const code = await textedCode(phone)
    expect(await verify(sara, not(code))).toMatchObject({ status: 400, code: 'invalid-verification-code' })
    await expectOk(verify(sara, code))
    expect((await current(sara)).body).toMatchObject({
      phone,
      verifiedPhone: true,
      verifiedWhatsApp: true,
      notificationMethod: 1,
    })
    expect(await verify(sara, code)).toMatchObject({ status: 400, code: 'phone-already-verified' })
    expect(await send(sara)).toMatchObject({ code: 'phone-already-verified' })
  })

  it('a code dies with a new one, with the number, and after a quarter of an hour', async () => {
    const sara = await newStudent()
    const phone = newPhone()
    await expectOk(send(sara, phone))
    const first = await textedCode(phone)
    await expectOk(send(sara))
    const second = await textedCode(phone)
    if (first !== second) expect(await verify(sara, first)).toMatchObject({ code: 'invalid-verification-code' })
    const other = newPhone()
    await expectOk(callApi('PUT', `/user/${sara.id}`, { as: sara, body: { phone: other } }))
    expect(await verify(sara, second)).toMatchObject({ code: 'invalid-verification-code' })
    await expectOk(send(sara))
    setNow(WEDNESDAY + 15 * MINUTE)
    expect(await verify(sara, await textedCode(other))).toMatchObject({
      status: 410,
      code: 'expired-verification-code',
    })
  })

  it('five wrong tries end a code, and messages are not sent without end', async () => {
    const sara = await newStudent()
    const phone = newPhone()
    await expectOk(send(sara, phone))
    const code = await textedCode(phone)
    for (let tries = 0; tries < 5; tries++)
      expect(await verify(sara, not(code))).toMatchObject({ code: 'invalid-verification-code' })
    expect(await verify(sara, code)).toMatchObject({ code: 'expired-verification-code' })
    for (let times = 0; times < 4; times++) await expectOk(send(sara))
    expect(await send(sara)).toMatchObject({ status: 429, code: 'too-many-requests' })
    setNow(WEDNESDAY + MINUTE)
    await expectOk(send(sara))
  })

  it('may be the last thing that a tutor’s card waits for, as the e-mail may', async () => {
    const tutor = await onboardedTutor()
    const phone = newPhone()
    const card = async () => (await callApi('GET', `/user/tutor/info/${tutor.id}`)).status
    expect(await card()).toBe(200)
    await expectOk(callApi('PUT', `/user/${tutor.id}`, { as: tutor, body: { phone } }))
    expect(await card()).toBe(404)
    await expectOk(send(tutor))
    await expectOk(verify(tutor, await textedCode(phone)))
    expect(await card()).toBe(200)
    const email = `other.${tutor.email}`
    await expectOk(callApi('PUT', `/user/${tutor.id}`, { as: tutor, body: { email } }))
    expect(await card()).toBe(404)
    await expectOk(callApi('POST', '/confirmation-code/email/send', { as: tutor }))
    await expectOk(
      callApi('POST', '/confirmation-code/email/confirm', { as: tutor, body: { code: await mailedCode(email) } }),
    )
    expect(await card()).toBe(200)
  })
})

describe('wrong codes', () => {
  it('are slowed down after ten from one place, whatever new codes come', async () => {
    const sara = await newStudent()
    const confirm = (code: number, ip: string) =>
      callApi('POST', '/confirmation-code/email/confirm', { as: sara, body: { code }, headers: from(ip) })
    for (let round = 0; round < 2; round++) {
      const code = await mailedCode(sara.email)
      for (let tries = 0; tries < 5; tries++)
        expect(await confirm(not(code), '10.1.0.1')).toMatchObject({ code: 'invalid-verification-code' })
      await expectOk(callApi('POST', '/confirmation-code/email/send', { as: sara }))
    }
    const code = await mailedCode(sara.email)
    expect(await confirm(code, '10.1.0.1')).toMatchObject({ status: 429, code: 'too-many-requests' })
    await expectOk(confirm(code, '10.1.0.2'))
  })
})

describe('a forgotten password', () => {
  const ask = (email: string, ip = '10.2.0.1') =>
    callApi('POST', '/confirmation-code/password/send', { body: { email }, headers: from(ip) })
  const reset = (body: object, ip = '10.2.0.1') =>
    callApi('POST', '/confirmation-code/password/confirm', { body, headers: from(ip) })
  const logIn = (email: string, password: string) => callApi('POST', '/auth/password', { body: { email, password } })

  it('is replaced with the mailed code, once, and every session ends', async () => {
    const sara = await newStudent()
    await expectOk(ask(sara.email.toUpperCase()))
    const code = await mailedCode(sara.email)
    const password = 'Forgotten2026'
    expect(await reset({ code, email: sara.email, password: 'short' })).toMatchObject({ code: 'short-password' })
    expect(await reset({ code: not(code), email: sara.email, password })).toMatchObject({
      status: 400,
      code: 'invalid-verification-code',
    })
    const both = await Promise.all([
      reset({ code, email: sara.email, password }),
      reset({ code, email: sara.email, password: 'Another2026' }),
    ])
    expect(both.map((answer) => answer.status).toSorted()).toEqual([200, 400])
    expect(await current(sara)).toMatchObject({ status: 401, code: 'unauthenticated' })
    expect(await logIn(sara.email, PASSWORD)).toMatchObject({ code: 'wrong-password' })
    const kept = both[0]?.status === 200 ? password : 'Another2026'
    await expectOk(logIn(sara.email, kept))
  })

  it('a code without an e-mail opens only what was asked for from the same place', async () => {
    const sara = await newStudent()
    const nour = await newStudent('nour')
    await expectOk(ask(sara.email, '10.2.0.2'))
    await expectOk(ask(nour.email, '10.2.0.3'))
    const code = await mailedCode(sara.email)
    const password = 'Forgotten2026'
    expect(await reset({ code, password }, '10.2.0.4')).toMatchObject({ code: 'invalid-verification-code' })
    if ((await mailedCode(nour.email)) !== code)
      expect(await reset({ code, password }, '10.2.0.3')).toMatchObject({ code: 'invalid-verification-code' })
    await expectOk(reset({ code, password }, '10.2.0.2'))
    await expectOk(logIn(sara.email, password))
    await expectOk(logIn(nour.email, PASSWORD))
  })

  it('is answered alike whether somebody has the address or not, from the first try to the last', async () => {
    expect(await ask('nobody')).toMatchObject({ status: 400, code: 'invalid-email' })
    const story = async (email: string, wrong: () => Promise<number>, ip: string) => {
      const say = async (answer: ReturnType<typeof ask>) => (({ status, code }) => [status, code])(await answer)
      const present = async () => say(reset({ code: await wrong(), email, password: 'Forgotten2026' }, ip))
      const told = [await present()]
      for (let times = 0; times < 2; times++) told.push(await say(ask(email, ip)))
      for (let tries = 0; tries < 7; tries++) told.push(await present())
      told.push(await say(ask(email, ip)))
      setNow(WEDNESDAY + 15 * MINUTE)
      for (let tries = 0; tries < 4; tries++) told.push(await present())
      for (let times = 0; times < 4; times++) told.push(await say(ask(email, ip)))
      setNow(WEDNESDAY)
      return told
    }
    const sara = await newStudent()
    const known = await story(sara.email, async () => not(await mailedCode(sara.email)), '10.2.1.1')
    const unknown = await story('nobody@example.com', async () => 12_345, '10.2.1.2')
    expect(unknown).toEqual(known)
    expect(known).toContainEqual([200, undefined])
    expect(known).toContainEqual([410, 'expired-verification-code'])
    expect(known).toContainEqual([429, 'too-many-requests'])
    expect(await row('SELECT id FROM outbox WHERE "to" = ?', 'nobody@example.com')).toBeNull()
  })

  it('cannot be guessed in a crowd: fifty wrong tries slow everybody down', async () => {
    const sara = await newStudent()
    await expectOk(ask(sara.email))
    const code = not(await mailedCode(sara.email))
    const body = { code, email: sara.email, password: 'Forgotten2026' }
    for (let tries = 0; tries < 50; tries++) {
      const { code: refusal } = await reset(body, `10.3.0.${tries}`)
      expect(['invalid-verification-code', 'expired-verification-code']).toContain(refusal)
    }
    expect(await reset(body, '10.3.1.1')).toMatchObject({ status: 429, code: 'too-many-requests' })
    await expectOk(logIn(sara.email, PASSWORD))
  })

  it('is mailed five times in a row from one place', async () => {
    const sara = await newStudent()
    for (let times = 0; times < 5; times++) await expectOk(ask(sara.email, '10.2.0.5'))
    expect(await ask(sara.email, '10.2.0.5')).toMatchObject({ status: 429, code: 'too-many-requests' })
    await expectOk(ask(sara.email, '10.2.0.6'))
  })
})

describe('sessions', () => {
  it('sign-out everywhere ends every older token and leaves this device signed in', async () => {
    const sara = await newStudent()
    const { token: phone } = await expectOk<{ token: string }>(
      callApi('POST', '/auth/password', { body: { email: sara.email, password: PASSWORD } }),
    )
    const out = (as: Person) => expectOk<string>(callApi('POST', '/auth/sign-out-everywhere', { as }))
    const first = await out(sara)
    expect((await current({ ...sara, token: phone })).status).toBe(401)
    expect((await current(sara)).status).toBe(401)
    const second = await out({ ...sara, token: first })
    expect((await current({ ...sara, token: first })).status).toBe(401)
    expect((await current({ ...sara, token: second })).status).toBe(200)
  })

  it('a living token is exchanged for one of seven days, five times a minute', async () => {
    const sara = await newStudent()
    setNow(WEDNESDAY + 6 * 24 * 60 * MINUTE)
    const refresh = () => callApi('POST', '/auth/refresh-token', { as: sara })
    const token = await expectOk<string>(refresh())
    for (let times = 0; times < 4; times++) await expectOk(refresh())
    expect(await refresh()).toMatchObject({ status: 429, code: 'too-many-requests' })
    setNow(WEDNESDAY + 12 * 24 * 60 * MINUTE)
    expect((await current({ ...sara, token })).status).toBe(200)
    expect(await current(sara)).toMatchObject({ status: 401, code: 'unauthenticated' })
  })
})

describe('an invited address', () => {
  it('accepts its invite by registering as a student, and may buy the plan', async () => {
    const boss = await superAdmin()
    const admin = await newStaff(boss, 2)
    const plan = await row<{ id: number }>(
      `INSERT INTO plans (weekly_minutes, base_monthly_price, for_invites_only, active, created_at, updated_at)
       VALUES (60, 60000, 1, 1, 1, 1) RETURNING id`,
    )
    const invite = (email: string, expiresAt: number) =>
      run(
        `INSERT INTO invites (email, plan_id, expires_at, created_by, updated_by, created_at, updated_at)
         VALUES (?, ?, ?, ?, ?, 1, 1)`,
        email,
        plan?.id,
        expiresAt,
        admin.id,
        admin.id,
      )
    const register = async (email: string, role: number) =>
      (
        await expectOk<{ user: { id: number } }>(
          callApi('POST', '/user/', { body: { email, password: PASSWORD, role } }),
        )
      ).user.id
    const opened = (userId: number) =>
      row('SELECT plan_id, created_by, expires_at FROM plan_invites WHERE user_id = ?', userId)
    const accepted = async (email: string) =>
      (await row<{ accepted_at: number | null }>('SELECT accepted_at FROM invites WHERE email = ?', email))?.accepted_at

    await invite('invited@example.com', WEDNESDAY + MINUTE)
    expect(await opened(await register('Invited@example.com', 4))).toEqual({
      plan_id: plan?.id,
      created_by: admin.id,
      expires_at: WEDNESDAY + MINUTE,
    })
    expect(await accepted('invited@example.com')).toBe(WEDNESDAY)

    await invite('late@example.com', WEDNESDAY)
    expect(await opened(await register('late@example.com', 4))).toBeNull()
    expect(await accepted('late@example.com')).toBeNull()

    await invite('tutor@example.com', WEDNESDAY + MINUTE)
    expect(await opened(await register('tutor@example.com', 3))).toBeNull()
    expect(await accepted('tutor@example.com')).toBeNull()
  })
})
