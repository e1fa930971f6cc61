import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Role, roles } from '#domain/roles'
import { CODE_VALIDITY_MINUTES } from '#domain/verification/codes'
import {
  admin,
  callApi,
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
  tutorManager,
  verifiedStudent,
} from '#tests/people'
import { lastAuditEntry, newStaff } from './staff-fixtures.ts'

const NOW = Date.parse('2026-02-11T10:00:00Z')
const MINUTE = 60_000
type SignedIn = { user: Record<string, unknown> & { id: number; email: string }; token: string }

beforeEach(() => {
  setNow(NOW)
  return () => vi.useRealTimers()
})

const register = (body: Record<string, unknown>, as: Person | null = null) => callApi('POST', '/user/', { as, body })
const confirm = (as: Person, code: number) =>
  callApi('POST', '/confirmation-code/email/confirm', { as, body: { code } })
const minutesOf = async (as: Person) =>
  (await expectOk<{ remainingWeeklyMinutes: number }>(callApi('GET', `/sub/user?userId=${as.id}`, { as })))
    .remainingWeeklyMinutes

describe('opening an account', () => {
  it('answers the account, without its password or the hash of it, and a token that works', async () => {
    const email = newEmail()
    const { user, token } = await expectOk<SignedIn>(register({ email, password: PASSWORD, role: Role.Student }))
    expect(user).toMatchObject({ email, role: Role.Student, hasPassword: true, verifiedEmail: false, name: null })
    expect(JSON.stringify(user)).not.toContain('scrypt')
    expect(user.password).toBe(true)
    const current = await expectOk(callApi('GET', '/user/current', { as: { id: user.id, email, token } }))
    expect(current).toEqual(user)
  })

  it('gives a student their profile on either door', async () => {
    const profile = { jobTitle: 'مهندسة', englishLevel: 3, learningObjective: 'السفر', timePeriod: 2 }
    const student = await expectOk<SignedIn>(
      callApi('POST', '/student/', { body: { email: newEmail(), password: PASSWORD, ...profile } }),
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
    const asStudent = await callApi('POST', '/student/', { body: { email: email.toUpperCase(), password: PASSWORD } })
    expect(asStudent).toMatchObject({ status: 409, code: 'user-exists' })
  })

  it('gives one address to one person, also when many ask at once', async () => {
    const email = newEmail()
    const doors = [
      ...Array.from({ length: 4 }, () => register({ email, password: PASSWORD, role: Role.Student })),
      ...Array.from({ length: 4 }, () => callApi('POST', '/student/', { body: { email, password: PASSWORD } })),
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
    ['invalid-password', { password: 20262026 }],
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
      expect(await callApi('POST', '/student/', { body: { ...body, englishLevel } })).toMatchObject({
        status: 400,
        code: 'invalid-english-level',
      })
    for (const timePeriod of [-1, 5])
      expect(await callApi('POST', '/student/', { body: { ...body, timePeriod } })).toMatchObject({
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

  it('what staff opens is in the audit log', async () => {
    const boss = await superAdmin()
    const opened = await newStaff(boss, Role.Studio)
    expect(await lastAuditEntry('user.register')).toMatchObject({
      actor_id: boss.id,
      target_id: opened.id,
      after: { role: Role.Studio, email: opened.email },
    })
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
    const again = await callApi('POST', '/confirmation-code/email/send', { as: sara })
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
    await expectOk(callApi('POST', '/confirmation-code/email/send', { as: sara }))
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

  it('is sent five times, then after a pause that grows: the refusal says how long it is', async () => {
    const sara = await newStudent()
    const ask = () => callApi('POST', '/confirmation-code/email/send', { as: sara })
    for (let times = 0; times < 5; times++) expect((await ask()).status).toBe(200)
    const refused = await ask()
    expect(refused).toMatchObject({ status: 429, code: 'too-many-requests' })
    expect(refused.headers.get('retry-after')).toBe('60')
    setNow(NOW + MINUTE - 1)
    expect((await ask()).headers.get('retry-after')).toBe('1')
    setNow(NOW + MINUTE)
    expect((await ask()).status).toBe(200)
    expect((await ask()).headers.get('retry-after')).toBe('120')
  })
})
