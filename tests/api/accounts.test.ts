import { scryptSync } from 'node:crypto'
import { SignJWT, UnsecuredJWT } from 'jose'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Role, roles } from '#domain/roles'
import { CODE_VALIDITY_MINUTES } from '#domain/verification/codes'
import {
  type Answer,
  admin,
  bindings,
  call,
  expectOk,
  mailedCode,
  newEmail,
  newStudent,
  onboardedTutor,
  outcome,
  PASSWORD,
  type Person,
  row,
  rows,
  run,
  setNow,
  studio,
  superAdmin,
  tokenOf,
  tutorManager,
  verifiedStudent,
  verifiedStudents,
} from '#tests/people'
import { TOKEN_SECONDS } from '../../worker/http/tokens.ts'

const MINUTE = 60_000
const NOW = Date.parse('2026-02-11T10:00:00Z')
type SignedIn = { user: Record<string, unknown> & { id: number; email: string }; token: string }

beforeEach(() => {
  setNow(NOW)
  return () => vi.useRealTimers()
})

/** A hash as an elder version would have made it: quick to compare. */
function weakHash(): string {
  const salt = Buffer.from('salt of an elder')
  const key = scryptSync(PASSWORD, salt, 32, { N: 1024, r: 8, p: 1 })
  return `scrypt$1024$8$1$${salt.toString('base64')}$${key.toString('base64')}`
}

/** One more than twice the limit: wherever the platform's windows begin, one of them overflows. */
async function manyTimes(limit: number, ask: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let tries = 0; tries <= 2 * limit; tries++) answers.push(await ask())
  return answers
}

const register = (body: Record<string, unknown>, as: Person | null = null) => call('POST', '/user/', { as, body })
const confirm = (as: Person, code: number) => call('POST', '/confirmation-code/email/confirm', { as, body: { code } })
const minutesOf = async (as: Person) =>
  (await expectOk<{ remainingWeeklyMinutes: number }>(call('GET', `/sub/user?userId=${as.id}`, { as })))
    .remainingWeeklyMinutes

describe('opening an account', () => {
  it('answers the account, without its password or the hash of it, and a token that works', async () => {
    const email = newEmail()
    const { user, token } = await expectOk<SignedIn>(register({ email, password: PASSWORD, role: Role.Student }))
    expect(user).toMatchObject({ email, role: Role.Student, hasPassword: true, verifiedEmail: false, name: null })
    expect(JSON.stringify(user)).not.toContain('scrypt')
    expect(user.password).toBe(true)
    const current = await expectOk(call('GET', '/user/current', { as: { id: user.id, email, token } }))
    expect(current).toEqual(user)
  })

  it('gives a student their profile on either door', async () => {
    const profile = { jobTitle: 'مهندسة', englishLevel: 3, learningObjective: 'السفر', timePeriod: 2 }
    const student = await expectOk<SignedIn>(
      call('POST', '/student/', { body: { email: newEmail(), password: PASSWORD, ...profile } }),
    )
    expect(student.user).toMatchObject({ ...profile, role: Role.Student, userId: student.user.id })
    const other = await expectOk<SignedIn>(register({ email: newEmail(), password: PASSWORD, role: Role.Student }))
    expect(await row('SELECT id, job_title FROM students WHERE id = ?', other.user.id)).toEqual({
      id: other.user.id,
      job_title: null,
    })
  })

  it('keeps e-mails trimmed and in lower case, and refuses the same one in another case', async () => {
    const email = newEmail('Sara')
    const { user } = await expectOk<SignedIn>(
      register({ email: ` ${email.toUpperCase()} `, password: PASSWORD, role: Role.Student }),
    )
    expect(user.email).toBe(email.toLowerCase())
    const again = await register({ email: email.toLowerCase(), password: PASSWORD, role: Role.Tutor })
    expect(again).toMatchObject({ status: 409, code: 'user-exists' })
    const asStudent = await call('POST', '/student/', { body: { email: email.toUpperCase(), password: PASSWORD } })
    expect(asStudent).toMatchObject({ status: 409, code: 'user-exists' })
  })

  it('gives one address to one person, also when many ask at once', async () => {
    const email = newEmail()
    const doors = [
      ...Array.from({ length: 4 }, () => register({ email, password: PASSWORD, role: Role.Student })),
      ...Array.from({ length: 4 }, () => call('POST', '/student/', { body: { email, password: PASSWORD } })),
    ]
    const codes = await Promise.all(doors.map(outcome))
    expect(codes.toSorted()).toEqual(['ok', ...Array.from({ length: 7 }, () => 'user-exists')])
    expect(await rows('SELECT id FROM users WHERE email = ?', email)).toHaveLength(1)
    expect(await rows('SELECT id FROM outbox WHERE "to" = ?', email)).toHaveLength(1)
  })

  it.each([
    ['invalid-email', { email: 'sara' }],
    ['invalid-email', { email: 'sara@example' }],
    ['invalid-email', { email: `${'s'.repeat(39)}@example.com` }],
    ['short-password', { password: 'Hessa26' }],
    ['long-password', { password: `Hessa26${'a'.repeat(44)}` }],
    ['invalid-password', { password: 'HessaHessa' }],
    ['invalid-password', { password: '20262026' }],
    ['invalid-password', { password: 'Hessa 2026' }],
  ])('answers %s for %j, with the field’s name', async (code, wrong) => {
    const answer = await register({ email: newEmail(), password: PASSWORD, role: Role.Student, ...wrong })
    expect(answer).toMatchObject({ status: 400, code })
    expect(answer.body).toMatchObject({ message: expect.stringContaining(Object.keys(wrong)[0] ?? '') })
  })

  it.each([
    ['8 characters', 'Hessa202'],
    ['50 characters', `Hessa202${'a'.repeat(42)}`],
  ])('takes a password of %s', async (_, password) => {
    expect(await outcome(register({ email: newEmail(), password, role: Role.Student }))).toBe('ok')
  })

  it('answers invalid-english-level for a level that there is not, and bad-request for none of the times of day', async () => {
    const body = { email: newEmail(), password: PASSWORD }
    for (const englishLevel of [0, 7])
      expect(await call('POST', '/student/', { body: { ...body, englishLevel } })).toMatchObject({
        status: 400,
        code: 'invalid-english-level',
      })
    for (const timePeriod of [-1, 5])
      expect(await call('POST', '/student/', { body: { ...body, timePeriod } })).toMatchObject({
        status: 400,
        code: 'bad-request',
      })
    expect(await rows('SELECT id FROM users WHERE email = ?', body.email)).toEqual([])
  })
})

describe('who may open which account', () => {
  const open = (role: number, as: Person | null) =>
    outcome(register({ email: newEmail('new'), password: PASSWORD, role }, as))
  const opened = async (as: Person | null) => {
    const outcomes = await Promise.all(roles.map((role) => open(role, as)))
    expect(outcomes.every((one) => one === 'ok' || one === 'forbidden')).toBe(true)
    return roles.filter((_, index) => outcomes[index] === 'ok')
  }

  it('anybody opens one of a student or a tutor, signed in or not', async () => {
    for (const as of [null, await verifiedStudent(), await onboardedTutor(), await tutorManager(), await studio()])
      expect(await opened(as)).toEqual([Role.Tutor, Role.Student])
  })

  it('an admin opens all but an admin’s, a super admin all', async () => {
    expect(await opened(await admin())).toEqual([Role.Tutor, Role.Student, Role.TutorManager, Role.Studio])
    expect(await opened(await superAdmin())).toEqual(roles)
  })

  it('a tutor is activated only when an admin opens the account', async () => {
    const activated = async (as: Person | null, role: number) => {
      const { user } = await expectOk<SignedIn>(register({ email: newEmail(), password: PASSWORD, role }, as))
      return (await row<{ activated: number }>('SELECT activated FROM tutors WHERE id = ?', user.id))?.activated
    }
    const staff = await admin()
    expect(await activated(null, Role.Tutor)).toBe(0)
    expect(await activated(await verifiedStudent(), Role.Tutor)).toBe(0)
    expect(await activated(staff, Role.Tutor)).toBe(1)
    expect(await activated(staff, Role.TutorManager)).toBe(1)
  })
})

describe('the code of an e-mail', () => {
  const another = (code: number): number => (code === 10_000 ? 10_001 : code - 1)

  it('verifies the address once, opens the free trial once, and is used up', async () => {
    const sara = await newStudent()
    const code = await mailedCode(sara.email)
    expect(String(code)).toMatch(/^[1-9]\d{4}$/)
    expect(await minutesOf(sara)).toBe(0)
    expect(await outcome(confirm(sara, code))).toBe('ok')
    expect(await minutesOf(sara)).toBe(60)
    expect(await confirm(sara, code)).toMatchObject({ status: 400, code: 'email-already-verified' })
    const again = await call('POST', '/confirmation-code/email/send', { as: sara })
    expect(again).toMatchObject({ status: 400, code: 'email-already-verified' })
    expect(await rows('SELECT code FROM confirmation_codes WHERE user_id = ?', sara.id)).toEqual([])
  })

  it('opens one trial of 60 minutes, also when it is confirmed many times at once', async () => {
    const sara = await newStudent()
    const code = await mailedCode(sara.email)
    const answers = await Promise.all(Array.from({ length: 6 }, () => confirm(sara, code)))
    expect(answers.some((answer) => answer.status === 200)).toBe(true)
    expect(answers.filter((answer) => answer.status >= 500)).toEqual([])
    expect(await rows('SELECT weekly_minutes AS m, period FROM subscriptions WHERE user_id = ?', sara.id)).toEqual([
      { m: 60, period: 3 },
    ])
    expect(await minutesOf(sara)).toBe(60)
  })

  it('opens no trial for a tutor', async () => {
    const email = newEmail('tutor')
    const { user, token } = await expectOk<SignedIn>(register({ email, password: PASSWORD, role: Role.Tutor }))
    await expectOk(confirm({ id: user.id, email, token }, await mailedCode(email)))
    expect(await rows('SELECT id FROM subscriptions WHERE user_id = ?', user.id)).toEqual([])
  })

  it('stands four wrong tries; the fifth ends it, and the right one comes too late', async () => {
    const [patient, hasty] = [await newStudent(), await newStudent()]
    const tryWrongly = async (as: Person, times: number) => {
      const wrong = another(await mailedCode(as.email))
      for (let tries = 0; tries < times; tries++)
        expect(await confirm(as, wrong)).toMatchObject({ status: 400, code: 'invalid-verification-code' })
    }
    await tryWrongly(patient, 4)
    expect(await outcome(confirm(patient, await mailedCode(patient.email)))).toBe('ok')
    await tryWrongly(hasty, 5)
    expect(await outcome(confirm(hasty, await mailedCode(hasty.email)))).not.toBe('ok')
    expect(await minutesOf(hasty)).toBe(0)
  })

  it('is not worth more tries when they are sent at once', async () => {
    const sara = await newStudent()
    const code = await mailedCode(sara.email)
    await Promise.all(Array.from({ length: 12 }, () => confirm(sara, another(code))))
    expect(await outcome(confirm(sara, code))).not.toBe('ok')
    expect(await minutesOf(sara)).toBe(0)
  })

  it('lives 15 minutes, the last millisecond of them too', async () => {
    const [early, late] = [await newStudent(), await newStudent()]
    const [first, second] = [await mailedCode(early.email), await mailedCode(late.email)]
    setNow(NOW + CODE_VALIDITY_MINUTES * MINUTE - 1)
    expect(await outcome(confirm(early, first))).toBe('ok')
    setNow(NOW + CODE_VALIDITY_MINUTES * MINUTE)
    expect(await confirm(late, second)).toMatchObject({ status: 410, code: 'expired-verification-code' })
    expect(await confirm(late, second)).toMatchObject({ status: 400, code: 'invalid-verification-code' })
  })

  it('is replaced by a new one, whose tries and minutes begin anew', async () => {
    const sara = await newStudent()
    const old = await mailedCode(sara.email)
    for (let tries = 0; tries < 5; tries++) await confirm(sara, another(old))
    setNow(NOW + 14 * MINUTE)
    await expectOk(call('POST', '/confirmation-code/email/send', { as: sara }))
    const code = await mailedCode(sara.email)
    setNow(NOW + 28 * MINUTE)
    if (old !== code) expect(await outcome(confirm(sara, old))).toBe('invalid-verification-code')
    expect(await outcome(confirm(sara, code))).toBe('ok')
  })

  it('is nobody else’s', async () => {
    const [sara, laila] = [await newStudent(), await newStudent('laila')]
    await run('UPDATE confirmation_codes SET code = 11111 WHERE user_id = ?', sara.id)
    await run('UPDATE confirmation_codes SET code = 22222 WHERE user_id = ?', laila.id)
    expect(await outcome(confirm(laila, 11_111))).toBe('invalid-verification-code')
  })

  it.each([9999, 100_000, 12_345.5])('is a number of five digits: %d is none', async (code) => {
    const sara = await newStudent()
    expect(await confirm(sara, code)).toMatchObject({ status: 400, code: 'invalid-verification-code' })
  })

  it('is sent a few times a minute, then too-many-requests says how long to wait', async () => {
    const sara = await newStudent()
    const answers = await manyTimes(6, () => call('POST', '/confirmation-code/email/send', { as: sara }))
    expect(answers[0]?.status).toBe(200)
    const refused = answers.find((answer) => answer.status === 429)
    expect(refused?.code).toBe('too-many-requests')
    expect(refused?.headers.get('retry-after')).toBe('60')
  })
})

describe('logging in', () => {
  const login = (email: string, password: string) => call('POST', '/auth/password', { body: { email, password } })

  it('takes the address in any case and answers the account with a token', async () => {
    const sara = await verifiedStudent()
    const { user, token } = await expectOk<SignedIn>(login(` ${sara.email.toUpperCase()}`, PASSWORD))
    expect(user).toMatchObject({ id: sara.id, email: sara.email })
    expect(await outcome(call('GET', '/user/current', { as: { ...sara, token } }))).toBe('ok')
  })

  it('answers the same for a wrong password and for an address that nobody has', async () => {
    const sara = await verifiedStudent()
    const wrong = await login(sara.email, 'Hessa2027!')
    const unknown = await login(newEmail('nobody'), PASSWORD)
    expect(wrong).toMatchObject({ status: 401, code: 'wrong-password' })
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
  })

  it('does not ask whether a wrong password could be one', async () => {
    expect(await login(newEmail(), '1')).toMatchObject({ status: 401, code: 'wrong-password' })
    expect(await login('not an address', '')).toMatchObject({ status: 401, code: 'wrong-password' })
  })

  it('answers no-password for an account that signs in elsewhere', async () => {
    const sara = await verifiedStudent()
    await run('UPDATE users SET password_hash = NULL WHERE id = ?', sara.id)
    expect(await login(sara.email, PASSWORD)).toMatchObject({ status: 401, code: 'no-password' })
  })

  it('renews a hash of weaker parameters, and a hash of unknown form opens nothing', async () => {
    const sara = await verifiedStudent()
    const weaker = weakHash()
    await run('UPDATE users SET password_hash = ? WHERE id = ?', weaker, sara.id)
    expect(await outcome(login(sara.email, PASSWORD))).toBe('ok')
    const renewed = await row<{ hash: string }>('SELECT password_hash AS hash FROM users WHERE id = ?', sara.id)
    expect(renewed?.hash).not.toBe(weaker)
    expect(await outcome(login(sara.email, PASSWORD))).toBe('ok')
    for (const unknown of ['', PASSWORD, 'md5$abc', 'scrypt$1048576$8$5$c2FsdA==$a2V5', 'scrypt$a$b$c$d$e']) {
      await run('UPDATE users SET password_hash = ? WHERE id = ?', unknown, sara.id)
      expect(await login(sara.email, PASSWORD)).toMatchObject({ status: 401, code: 'wrong-password' })
    }
  })

  it('slows down guesses at one account, and leaves the others alone', async () => {
    const [guessed, sara] = await verifiedStudents(2)
    await run('UPDATE users SET password_hash = ? WHERE id = ?', weakHash(), guessed?.id)
    const answers = await manyTimes(20, () => login(guessed?.email ?? '', 'Hessa2027!'))
    const refused = answers.find((answer) => answer.status === 429)
    expect(refused?.code).toBe('too-many-requests')
    expect(refused?.headers.get('retry-after')).toBe('60')
    expect(await outcome(login(sara?.email ?? '', PASSWORD))).toBe('ok')
  })
})

describe('credentials in the header', () => {
  const asking = (authorization: string, path = '/user/current') => call('GET', path, { headers: { authorization } })
  const basic = (email: string, password: string) =>
    `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${email}:${password}`)))}`

  it('may be e-mail and password', async () => {
    const sara = await verifiedStudent()
    expect(await expectOk(asking(basic(sara.email.toUpperCase(), PASSWORD)))).toMatchObject({ id: sara.id })
    expect(await asking(basic(sara.email, 'Hessa2027!'))).toMatchObject({ status: 401, code: 'wrong-password' })
    expect(await asking(basic(newEmail(), PASSWORD))).toMatchObject({ status: 401, code: 'wrong-password' })
  })

  it('may be a password with colons and Arabic in it', async () => {
    const email = newEmail()
    const password = 'سر:Hessa:2026'
    await expectOk(call('POST', '/student/', { body: { email, password } }))
    expect(await outcome(asking(basic(email, password)))).toBe('ok')
  })

  const PUBLIC = '/user/tutor/list/onboarded'

  it.each([
    'Basic',
    'Basic %%%',
    `Basic ${btoa('no colon')}`,
    'Bearer',
    'Bearer ',
    'Bearer a.b.c',
    'Bearer x y',
    'Digest realm',
    'hessa',
  ])('are refused when they are nonsense, on public calls too: %s', async (header) => {
    expect(await asking(header)).toMatchObject({ status: 401, code: 'unauthenticated' })
    expect(await asking(header, PUBLIC)).toMatchObject({ status: 401, code: 'unauthenticated' })
  })

  const key = () => new TextEncoder().encode(bindings.JWT_SECRET)
  const signed = (payload: Record<string, unknown>, secret = key(), alg = 'HS256') =>
    new SignJWT(payload).setProtectedHeader({ alg }).sign(secret)
  const second = NOW / 1000

  it('are refused when a token is forged, of another algorithm, or without its claims', async () => {
    const { id } = await verifiedStudent()
    const claims = { id, iat: second, exp: second + 60 }
    const forged: [string, string][] = [
      ['no signature', new UnsecuredJWT(claims).encode()],
      ['another key', await signed(claims, new TextEncoder().encode('another key that nobody gave to us'))],
      ['another algorithm', await signed(claims, key(), 'HS512')],
      ['no expiry', await signed({ id, iat: second })],
      ['no account', await signed({ iat: second, exp: second + 60 })],
      ['an account in words', await signed({ ...claims, id: String(id) })],
      ['an account of no number', await signed({ ...claims, id: -1 })],
    ]
    const [header, payload, signature] = (await signed(claims)).split('.')
    const raised = btoa(JSON.stringify({ ...claims, id: 1 })).replaceAll('=', '')
    forged.push(['another payload', `${header}.${raised}.${signature}`], ['a cut signature', `${header}.${payload}.`])
    for (const [name, token] of forged) {
      expect([name, await outcome(asking(`Bearer ${token}`))]).toEqual([name, 'unauthenticated'])
      expect([name, await outcome(asking(`Bearer ${token}`, PUBLIC))]).toEqual([name, 'unauthenticated'])
    }
    expect(await outcome(asking(`bearer ${await signed(claims)}`))).toBe('ok')
  })

  it('live seven days', async () => {
    const sara = await verifiedStudent()
    setNow(NOW + TOKEN_SECONDS * 1000 - 1000)
    expect(await outcome(call('GET', '/user/current', { as: sara }))).toBe('ok')
    setNow(NOW + TOKEN_SECONDS * 1000)
    expect(await outcome(call('GET', '/user/current', { as: sara }))).toBe('unauthenticated')
    expect(await outcome(call('GET', PUBLIC, { as: sara }))).toBe('unauthenticated')
  })

  it('end when every session is signed out, the later ones live', async () => {
    const sara = await verifiedStudent()
    await run('UPDATE users SET sessions_valid_from = ? WHERE id = ?', second + 1, sara.id)
    expect(await outcome(call('GET', '/user/current', { as: sara }))).toBe('unauthenticated')
    setNow(NOW + 1000)
    expect(await outcome(call('GET', '/user/current', { as: { ...sara, token: await tokenOf(sara.id) } }))).toBe('ok')
  })

  it('are those of nobody once the account is gone', async () => {
    const gone = { id: 0, email: '', token: await tokenOf(999_999_999) }
    expect(await outcome(call('GET', PUBLIC, { as: gone }))).toBe('ok')
    expect(await call('GET', '/user/current', { as: gone })).toMatchObject({ status: 401, code: 'unauthenticated' })
  })

  it('are exchanged for seven more days', async () => {
    const sara = await verifiedStudent()
    setNow(NOW + 6 * 24 * 60 * MINUTE)
    const token = await expectOk<string>(call('POST', '/auth/refresh-token', { as: sara }))
    setNow(NOW + 12 * 24 * 60 * MINUTE)
    expect(await outcome(call('GET', '/user/current', { as: sara }))).toBe('unauthenticated')
    expect(await outcome(call('GET', '/user/current', { as: { ...sara, token } }))).toBe('ok')
    expect(await call('POST', '/auth/refresh-token')).toMatchObject({ status: 401, code: 'unauthenticated' })
  })

  it('are not exchanged all the time', async () => {
    const sara = await verifiedStudent()
    const answers = await manyTimes(6, () => call('POST', '/auth/refresh-token', { as: sara }))
    expect(answers[0]?.status).toBe(200)
    expect(answers.find((answer) => answer.status === 429)?.headers.get('retry-after')).toBe('60')
  })
})
