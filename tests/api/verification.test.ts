import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  callApi,
  expectOk,
  mailedCode,
  mailedResetCode,
  newAdmin,
  newEmail,
  newStudent,
  onboardedTutor,
  outcome,
  PASSWORD,
  type Person,
  registerStudent,
  row,
  rows,
  run,
  setNow,
  textedCode,
  tokenFor,
  verifiedStudent,
} from '#tests/people'

const WEDNESDAY = Date.parse('2026-02-11T10:00:00Z')
const MINUTE = 60_000

const proof = { password: PASSWORD }

/** Any other code of five digits. */
const otherThan = (code: number) => (code === 99_999 ? 10_000 : code + 1)

const fromIp = (ip: string) => ({ 'cf-connecting-ip': ip })
const current = (person: Person) => callApi('GET', '/user/current', { as: person })

beforeEach(() => {
  setNow(WEDNESDAY)
  return () => vi.useRealTimers()
})

describe('verifying a phone', () => {
  let phones = 10_000_000
  const newPhone = () => `010${++phones}`
  const send = (as: Person, phone?: string) =>
    callApi('POST', '/confirmation-code/phone/send', { as, body: { method: 'whatsapp', ...(phone ? { phone } : {}) } })
  const verify = (as: Person, code: number) =>
    callApi('POST', '/confirmation-code/phone/verify', { as, body: { code, method: 'whatsapp' } })

  it('stores the phone, sends a code, and accepts it once', async () => {
    const sara = await newStudent()
    const phone = newPhone()
    expect(await send(sara)).toMatchObject({ status: 400, code: 'phone-required' })
    expect(await send(sara, '0222')).toMatchObject({ status: 400, code: 'invalid-phone' })
    await expectOk(send(sara, phone))
    expect(await send(sara, newPhone())).toMatchObject({ code: 'incorrect-phone' })
    const code = await textedCode(phone)
    expect(await verify(sara, otherThan(code))).toMatchObject({ status: 400, code: 'invalid-verification-code' })
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

  it('invalidates a code by a newer one, by another phone, and after 15 minutes', async () => {
    const sara = await newStudent()
    const phone = newPhone()
    await expectOk(send(sara, phone))
    const first = await textedCode(phone)
    await expectOk(send(sara))
    const second = await textedCode(phone)
    if (first !== second) expect(await verify(sara, first)).toMatchObject({ code: 'invalid-verification-code' })
    const other = newPhone()
    await expectOk(callApi('PUT', `/user/${sara.id}`, { as: sara, body: { phone: other, proof } }))
    expect(await verify(sara, second)).toMatchObject({ code: 'invalid-verification-code' })
    await expectOk(send(sara))
    setNow(WEDNESDAY + 15 * MINUTE)
    expect(await verify(sara, await textedCode(other))).toMatchObject({
      status: 410,
      code: 'expired-verification-code',
    })
  })

  it('ends a code after five wrong attempts, and limits the messages', async () => {
    const sara = await newStudent()
    const phone = newPhone()
    await expectOk(send(sara, phone))
    const code = await textedCode(phone)
    for (let attempt = 0; attempt < 5; attempt++)
      expect(await verify(sara, otherThan(code))).toMatchObject({ code: 'invalid-verification-code' })
    expect(await verify(sara, code)).toMatchObject({ code: 'expired-verification-code' })
    for (let times = 0; times < 4; times++) await expectOk(send(sara))
    expect(await send(sara)).toMatchObject({ status: 429, code: 'too-many-requests' })
    setNow(WEDNESDAY + MINUTE)
    await expectOk(send(sara))
  })

  it('lists a tutor again whose phone, or e-mail, was the last thing missing', async () => {
    const tutor = await onboardedTutor()
    const phone = newPhone()
    const card = async () => (await callApi('GET', `/user/tutor/info/${tutor.id}`)).status
    expect(await card()).toBe(200)
    await expectOk(callApi('PUT', `/user/${tutor.id}`, { as: tutor, body: { phone, proof } }))
    expect(await card()).toBe(404)
    await expectOk(send(tutor))
    await expectOk(verify(tutor, await textedCode(phone)))
    expect(await card()).toBe(200)
    const email = `other.${tutor.email}`
    const admin = await newAdmin()
    await expectOk(callApi('PUT', `/user/${tutor.id}`, { as: admin, body: { email } }))
    expect(await card()).toBe(404)
    setNow(WEDNESDAY + MINUTE)
    tutor.token = await tokenFor(tutor.id)
    await expectOk(callApi('POST', '/confirmation-code/email/send', { as: tutor }))
    await expectOk(
      callApi('POST', '/confirmation-code/email/confirm', { as: tutor, body: { code: await mailedCode(email) } }),
    )
    expect(await card()).toBe(200)
  })
})

describe('a code that is asked for again', () => {
  const SECOND = 1000
  const MINUTE = 60 * SECOND
  type Mail = { template: string; params: string }
  const mailsTo = (email: string) => rows<Mail>('SELECT template, params FROM outbox WHERE "to" = ? ORDER BY id', email)
  const codesTo = async (email: string) =>
    (await mailsTo(email)).map(({ params }) => Number((JSON.parse(params) as { code: string }).code))
  const send = (as: Person) => expectOk(callApi('POST', '/confirmation-code/email/send', { as }))
  const confirm = (as: Person, code: number) =>
    outcome(callApi('POST', '/confirmation-code/email/confirm', { as, body: { code } }))
  const askReset = (email: string) => expectOk(callApi('POST', '/confirmation-code/password/send', { body: { email } }))
  const reset = (code: string) =>
    outcome(callApi('POST', '/confirmation-code/password/confirm', { body: { code, password: 'Forgotten2026' } }))

  it('right after registering is on its way: one mail, whose code counts', async () => {
    const sara = await registerStudent()
    await Promise.all([send(sara), send(sara), send(sara)])
    setNow(WEDNESDAY + 30 * SECOND - 1)
    await send(sara)
    const [code = 0, ...others] = await codesTo(sara.email)
    expect(others).toEqual([])
    expect((await mailsTo(sara.email)).map(({ params }) => params)).toEqual([JSON.stringify({ code: String(code) })])
    expect(await confirm(sara, code)).toBe('ok')
  })

  it('is the same after half a minute, so that the mail that overtakes the other holds it, too', async () => {
    const sara = await registerStudent()
    setNow(WEDNESDAY + 30 * SECOND)
    await send(sara)
    const codes = await codesTo(sara.email)
    expect(codes).toHaveLength(2)
    expect(new Set(codes).size).toBe(1)
    // It is valid for a quarter of an hour from the later mail.
    setNow(WEDNESDAY + 30 * SECOND + 15 * MINUTE - 1)
    expect(await confirm(sara, codes[0] ?? 0)).toBe('ok')
  })

  it('is another one once the first has run out, and the first no longer counts', async () => {
    const sara = await registerStudent()
    setNow(WEDNESDAY + 15 * MINUTE)
    await send(sara)
    const [first = 0, second = 0] = await codesTo(sara.email)
    if (first !== second) expect(await confirm(sara, first)).toBe('invalid-verification-code')
    expect(await confirm(sara, second)).toBe('ok')
  })

  it('keeps its tries: five in all, then a new one is mailed at once', async () => {
    const sara = await registerStudent()
    const [code = 0] = await codesTo(sara.email)
    for (let attempt = 0; attempt < 3; attempt++)
      expect(await confirm(sara, otherThan(code))).toBe('invalid-verification-code')
    setNow(WEDNESDAY + MINUTE)
    await send(sara)
    for (let attempt = 0; attempt < 2; attempt++)
      expect(await confirm(sara, otherThan(code))).toBe('invalid-verification-code')
    await send(sara)
    const codes = await codesTo(sara.email)
    expect(codes).toHaveLength(3)
    expect(codes[1]).toBe(code)
    expect(await confirm(sara, codes[2] ?? 0)).toBe('ok')
  })

  it('is another one for another address, at once', async () => {
    const sara = await verifiedStudent()
    const [first, second] = [newEmail('first'), newEmail('second')]
    for (const email of [first, second, first])
      await expectOk(callApi('PUT', `/user/${sara.id}`, { as: sara, body: { email, proof: { password: PASSWORD } } }))
    expect([(await codesTo(first)).length, (await codesTo(second)).length]).toEqual([2, 1])
    const [old = 0, fresh = 0] = await codesTo(first)
    const [other = 0] = await codesTo(second)
    for (const code of [old, other])
      if (code !== fresh) expect(await confirm(sara, code)).toBe('invalid-verification-code')
    expect(await confirm(sara, fresh)).toBe('ok')
  })

  it('for a new password is one mail in half a minute, and then the same code again', async () => {
    const sara = await verifiedStudent()
    await askReset(sara.email)
    const first = await mailedResetCode(sara.email)
    await askReset(sara.email)
    expect(await mailsTo(sara.email)).toHaveLength(1)
    setNow(WEDNESDAY + 30 * SECOND)
    await askReset(sara.email)
    expect(await mailsTo(sara.email)).toHaveLength(2)
    expect(await mailedResetCode(sara.email)).toBe(first)
    setNow(WEDNESDAY + 30 * SECOND + 15 * MINUTE)
    await askReset(sara.email)
    const later = await mailedResetCode(sara.email)
    expect(later).not.toBe(first)
    expect(await reset(first)).toBe('invalid-verification-code')
    expect(await reset(later)).toBe('ok')
    // A code that was used is not sent again.
    await askReset(sara.email)
    expect(await mailedResetCode(sara.email)).not.toBe(later)
  })
})

describe('wrong codes', () => {
  it('are limited to ten from one IP address, also across new codes', async () => {
    const sara = await newStudent()
    const confirm = (code: number, ip: string) =>
      callApi('POST', '/confirmation-code/email/confirm', { as: sara, body: { code }, headers: fromIp(ip) })
    for (let round = 0; round < 2; round++) {
      const code = await mailedCode(sara.email)
      for (let attempt = 0; attempt < 5; attempt++)
        expect(await confirm(otherThan(code), '10.1.0.1')).toMatchObject({ code: 'invalid-verification-code' })
      await expectOk(callApi('POST', '/confirmation-code/email/send', { as: sara }))
    }
    const code = await mailedCode(sara.email)
    expect(await confirm(code, '10.1.0.1')).toMatchObject({ status: 429, code: 'too-many-requests' })
    await expectOk(confirm(code, '10.1.0.2'))
  })
})

describe('a forgotten password', () => {
  const requestReset = (email: string, ip = '10.2.0.1') =>
    callApi('POST', '/confirmation-code/password/send', { body: { email }, headers: fromIp(ip) })
  const reset = (body: object, ip = '10.2.0.1') =>
    callApi('POST', '/confirmation-code/password/confirm', { body, headers: fromIp(ip) })
  const logIn = (email: string, password: string) => callApi('POST', '/auth/password', { body: { email, password } })

  const WRONG = '00000000'

  it('is reset with the mailed code, once, which ends every session', async () => {
    const sara = await verifiedStudent()
    await expectOk(requestReset(sara.email.toUpperCase()))
    const code = await mailedResetCode(sara.email)
    const password = 'Forgotten2026'
    expect(await reset({ code, email: sara.email, password: 'short' })).toMatchObject({ code: 'short-password' })
    expect(await reset({ code: WRONG, email: sara.email, password })).toMatchObject({
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
    const newPassword = both[0]?.status === 200 ? password : 'Another2026'
    await expectOk(logIn(sara.email, newPassword))
  })

  it('is found by the code alone, from anywhere and however it is typed, and by no other address', async () => {
    const sara = await verifiedStudent()
    const nour = await verifiedStudent()
    await expectOk(requestReset(sara.email, '10.2.0.2'))
    await expectOk(requestReset(nour.email, '10.2.0.3'))
    const code = await mailedResetCode(sara.email)
    const password = 'Forgotten2026'
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
    expect(await reset({ code, password, email: nour.email }, '10.2.0.4')).toMatchObject({
      code: 'invalid-verification-code',
    })
    const typed = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4).replaceAll('0', 'o').replaceAll('1', 'I')} `
    await expectOk(reset({ code: typed, password }, '10.2.0.4'))
    await expectOk(logIn(sara.email, password))
    await expectOk(logIn(nour.email, PASSWORD))
  })

  it('is kept as a hash, and valid for 15 minutes', async () => {
    const sara = await verifiedStudent()
    const password = 'Forgotten2026'
    await expectOk(requestReset(sara.email, '10.2.0.7'))
    const first = await mailedResetCode(sara.email)
    const stored = await row<{ code_hash: string }>('SELECT * FROM password_reset_codes WHERE user_id = ?', sara.id)
    expect(JSON.stringify(stored).toLowerCase()).not.toContain(first.toLowerCase())
    setNow(WEDNESDAY + 15 * MINUTE)
    expect(await reset({ code: first, password, email: sara.email }, '10.2.0.8')).toMatchObject({
      status: 410,
      code: 'expired-verification-code',
    })
    setNow(WEDNESDAY + 15 * MINUTE - 1)
    await expectOk(reset({ code: first, password, email: sara.email }, '10.2.0.9'))
  })

  it('refuses a code of five digits, as a number too', async () => {
    for (const code of [12_345, '12345'])
      expect(await reset({ code, password: 'Forgotten2026' })).toMatchObject({
        status: 400,
        code: 'invalid-verification-code',
      })
  })

  it('does not reveal whether an address has an account, in any sequence of requests', async () => {
    expect(await requestReset('nobody')).toMatchObject({ status: 400, code: 'invalid-email' })
    const answersFor = async (email: string, ip: string) => {
      const summarise = async (answer: ReturnType<typeof requestReset>) =>
        (({ status, code }) => [status, code])(await answer)
      const attemptReset = () => summarise(reset({ code: WRONG, email, password: 'Forgotten2026' }, ip))
      const answers = [await attemptReset()]
      for (let times = 0; times < 2; times++) answers.push(await summarise(requestReset(email, ip)))
      for (let attempt = 0; attempt < 7; attempt++) answers.push(await attemptReset())
      answers.push(await summarise(requestReset(email, ip)))
      setNow(WEDNESDAY + 15 * MINUTE)
      for (let attempt = 0; attempt < 4; attempt++) answers.push(await attemptReset())
      for (let times = 0; times < 4; times++) answers.push(await summarise(requestReset(email, ip)))
      setNow(WEDNESDAY)
      return answers
    }
    const sara = await verifiedStudent()
    const known = await answersFor(sara.email, '10.2.1.1')
    const unknown = await answersFor('nobody@example.com', '10.2.1.2')
    expect(unknown).toEqual(known)
    const unproven = await newStudent()
    expect(await answersFor(unproven.email, '10.2.1.3')).toEqual(known)
    expect(known).toContainEqual([200, undefined])
    expect(known).toContainEqual([400, 'invalid-verification-code'])
    expect(known).toContainEqual([429, 'too-many-requests'])
    expect(await row('SELECT id FROM outbox WHERE "to" = ?', 'nobody@example.com')).toBeNull()
  })

  it('sends at most five codes in a row to one IP address', async () => {
    const sara = await verifiedStudent()
    for (let times = 0; times < 5; times++) await expectOk(requestReset(sara.email, '10.2.0.5'))
    expect(await requestReset(sara.email, '10.2.0.5')).toMatchObject({ status: 429, code: 'too-many-requests' })
    await expectOk(requestReset(sara.email, '10.2.0.6'))
  })
})

describe('sessions', () => {
  it('signing out everywhere ends every older token and answers a new one', async () => {
    const sara = await newStudent()
    const { token: phone } = await expectOk<{ token: string }>(
      callApi('POST', '/auth/password', { body: { email: sara.email, password: PASSWORD } }),
    )
    const signOutEverywhere = (as: Person) => expectOk<string>(callApi('POST', '/auth/sign-out-everywhere', { as }))
    const first = await signOutEverywhere(sara)
    expect((await current({ ...sara, token: phone })).status).toBe(401)
    expect((await current(sara)).status).toBe(401)
    const second = await signOutEverywhere({ ...sara, token: first })
    expect((await current({ ...sara, token: first })).status).toBe(401)
    expect((await current({ ...sara, token: second })).status).toBe(200)
  })

  it('a valid token is exchanged for one of seven days, five times a minute', async () => {
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
  it('accepts its invite by being proven as a student’s, which allows buying the plan', async () => {
    const admin = await newAdmin()
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
    const registerProven = async (email: string, role: number) => {
      const { user, token } = await expectOk<{ user: { id: number; email: string }; token: string }>(
        callApi('POST', '/user/', { body: { email, password: PASSWORD, role } }),
      )
      expect(await planInviteOf(user.id)).toBeNull()
      const body = { code: await mailedCode(user.email) }
      await expectOk(callApi('POST', '/confirmation-code/email/confirm', { as: { ...user, token }, body }))
      return user.id
    }
    const planInviteOf = (userId: number) =>
      row('SELECT plan_id, created_by, expires_at FROM plan_invites WHERE user_id = ?', userId)
    const acceptedAt = async (email: string) =>
      (await row<{ accepted_at: number | null }>('SELECT accepted_at FROM invites WHERE email = ?', email))?.accepted_at

    await invite('invited@example.com', WEDNESDAY + MINUTE)
    expect(await planInviteOf(await registerProven('Invited@example.com', 4))).toEqual({
      plan_id: plan?.id,
      created_by: admin.id,
      expires_at: WEDNESDAY + MINUTE,
    })
    expect(await acceptedAt('invited@example.com')).toBe(WEDNESDAY)

    await invite('late@example.com', WEDNESDAY)
    expect(await planInviteOf(await registerProven('late@example.com', 4))).toBeNull()
    expect(await acceptedAt('late@example.com')).toBeNull()

    await invite('tutor@example.com', WEDNESDAY + MINUTE)
    expect(await planInviteOf(await registerProven('tutor@example.com', 3))).toBeNull()
    expect(await acceptedAt('tutor@example.com')).toBeNull()
  })
})
