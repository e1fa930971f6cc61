import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CODE_VALIDITY_MINUTES } from '#domain/auth/verification-codes'
import { Role, roles } from '#domain/roles'
import {
  callApi,
  expectOk,
  mailedCode,
  newAdmin,
  newEmail,
  newStudent,
  newStudio,
  newSuperAdmin,
  onboardedTutor,
  outcome,
  PASSWORD,
  type Person,
  row,
  rows,
  run,
  setNow,
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

describe('registering an account', () => {
  it('answers the account without its password or hash, and a valid token', async () => {
    const email = newEmail()
    const { user, token } = await expectOk<SignedIn>(register({ email, password: PASSWORD, role: Role.Student }))
    expect(user).toMatchObject({ email, role: Role.Student, hasPassword: true, verifiedEmail: false, name: null })
    expect(JSON.stringify(user)).not.toContain('argon2id')
    expect(user.password).toBe(true)
    const current = await expectOk(callApi('GET', '/user/current', { as: { id: user.id, email, token } }))
    expect(current).toEqual({ ...user, erasedAfter: null })
  })

  it('creates the student’s profile through both calls', async () => {
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

  it('stores e-mails trimmed and in lower case, and refuses the same one in another case', async () => {
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

  it('gives an e-mail address to one account, also for concurrent requests', async () => {
    const email = newEmail()
    const requests = [
      ...Array.from({ length: 4 }, () => register({ email, password: PASSWORD, role: Role.Student })),
      ...Array.from({ length: 4 }, () => callApi('POST', '/student/', { body: { email, password: PASSWORD } })),
    ]
    const codes = await Promise.all(requests.map(outcome))
    expect(codes.toSorted()).toEqual(['ok', ...Array.from({ length: 7 }, () => 'user-exists')])
    expect(await rows('SELECT id FROM users WHERE email = ?', email)).toHaveLength(1)
    expect(await rows('SELECT id FROM outbox WHERE "to" = ?', email)).toHaveLength(1)
  })

  it('takes tagged addresses, long endings and 254 characters, and signs in with them', async () => {
    const start = `${'l'.repeat(64)}@${`${'a'.repeat(60)}.`.repeat(2)}`
    const longest = `${start}${'a'.repeat(254 - start.length - 4)}.com`
    for (const email of ['sara+hessa@example.com', 'sara@school.academy', longest]) {
      await expectOk(register({ email, password: PASSWORD, role: Role.Student }))
      await expectOk(callApi('POST', '/auth/password', { body: { email, password: PASSWORD } }))
    }
  })

  it('keeps no longer address, in the database either', async () => {
    const [sara, longer] = [await newStudent(), `${'l'.repeat(243)}@example.com`]
    await expect(run('UPDATE users SET email = ? WHERE id = ?', longer, sara.id)).rejects.toThrow('illegal')
    await run('UPDATE users SET email = ? WHERE id = ?', longer.slice(1), sara.id)
    expect(await row('SELECT email FROM users WHERE id = ?', sara.id)).toEqual({ email: longer.slice(1) })
  })

  it.each([
    ['invalid-email', { email: 'sara' }],
    ['invalid-email', { email: 'sara@example' }],
    ['invalid-email', { email: 'sara@example.123' }],
    ['invalid-email', { email: `${'s'.repeat(65)}@example.com` }],
    ['short-password', { password: 'Hessa26' }],
    ['long-password', { password: `Hessa26${'a'.repeat(44)}` }],
    ['invalid-password', { password: 'HessaHessa' }],
    ['invalid-password', { password: '20262026' }],
    ['invalid-password', { password: 'Hessa 2026' }],
    ['invalid-password', { password: 20262026 }],
  ])('answers %s for %j and names the field', async (code, invalid) => {
    const answer = await register({ email: newEmail(), password: PASSWORD, role: Role.Student, ...invalid })
    expect(answer).toMatchObject({ status: 400, code })
    expect(answer.body).toMatchObject({ message: expect.stringContaining(Object.keys(invalid)[0] ?? '') })
  })

  it.each([
    ['8 characters', 'Hessa202'],
    ['50 characters', `Hessa202${'a'.repeat(42)}`],
  ])('accepts a password of %s', async (_, password) => {
    expect(await outcome(register({ email: newEmail(), password, role: Role.Student }))).toBe('ok')
  })

  it('answers invalid-english-level for an unknown level, and bad-request for an unknown time of day', async () => {
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

describe('who may register which role', () => {
  const tryRegister = (role: number, as: Person | null) =>
    outcome(register({ email: newEmail('new'), password: PASSWORD, role }, as))
  /** The roles that somebody may register. */
  const registrable = async (as: Person | null) => {
    const outcomes = await Promise.all(roles.map((role) => tryRegister(role, as)))
    expect(outcomes.every((result) => result === 'ok' || result === 'forbidden')).toBe(true)
    return roles.filter((_, index) => outcomes[index] === 'ok')
  }

  it('anybody registers students and tutors, signed in or not', async () => {
    for (const as of [null, await verifiedStudent(), await onboardedTutor(), await tutorManager(), await newStudio()])
      expect(await registrable(as)).toEqual([Role.Tutor, Role.Student])
  })

  it('admins register every role but admins; super admins register every role', async () => {
    expect(await registrable(await newAdmin())).toEqual([Role.Tutor, Role.Student, Role.TutorManager, Role.Studio])
    expect(await registrable(await newSuperAdmin())).toEqual(roles)
  })

  it('a tutor is activated only when registered by an admin', async () => {
    const activated = async (as: Person | null, role: number) => {
      const { user } = await expectOk<SignedIn>(register({ email: newEmail(), password: PASSWORD, role }, as))
      return (await row<{ activated: number }>('SELECT activated FROM tutors WHERE id = ?', user.id))?.activated
    }
    const staff = await newAdmin()
    expect(await activated(null, Role.Tutor)).toBe(0)
    expect(await activated(await verifiedStudent(), Role.Tutor)).toBe(0)
    expect(await activated(staff, Role.Tutor)).toBe(1)
    expect(await activated(staff, Role.TutorManager)).toBe(1)
  })

  it('registrations by staff are audited', async () => {
    const adel = await newSuperAdmin()
    const studioAccount = await newStaff(adel, Role.Studio)
    expect(await lastAuditEntry('user.register')).toMatchObject({
      actor_id: adel.id,
      target_id: studioAccount.id,
      after: { role: Role.Studio, email: studioAccount.email },
    })
  })
})

describe('the confirmation code of an e-mail', () => {
  const otherThan = (code: number): number => (code === 10_000 ? 10_001 : code - 1)

  it('verifies the address once, starts the free trial once, and cannot be used again', async () => {
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

  it('starts one trial of 60 minutes, also for concurrent confirmations', async () => {
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

  it('starts no trial for a tutor', async () => {
    const email = newEmail('tutor')
    const { user, token } = await expectOk<SignedIn>(register({ email, password: PASSWORD, role: Role.Tutor }))
    await expectOk(confirm({ id: user.id, email, token }, await mailedCode(email)))
    expect(await rows('SELECT id FROM subscriptions WHERE user_id = ?', user.id)).toEqual([])
  })

  it('is valid after four wrong attempts, but not after five', async () => {
    const [sara, nour] = [await newStudent(), await newStudent()]
    const confirmWrongly = async (as: Person, attempts: number) => {
      const wrong = otherThan(await mailedCode(as.email))
      for (let attempt = 0; attempt < attempts; attempt++)
        expect(await confirm(as, wrong)).toMatchObject({ status: 400, code: 'invalid-verification-code' })
    }
    await confirmWrongly(sara, 4)
    expect(await outcome(confirm(sara, await mailedCode(sara.email)))).toBe('ok')
    await confirmWrongly(nour, 5)
    expect(await outcome(confirm(nour, await mailedCode(nour.email)))).toBe('expired-verification-code')
    expect(await minutesOf(nour)).toBe(0)
  })

  it('allows no more attempts when they are concurrent', async () => {
    const sara = await newStudent()
    const code = await mailedCode(sara.email)
    // The limit of guesses, which would refuse all further ones by itself, is lifted between the rounds.
    for (let round = 0; round < 3; round++) {
      await Promise.all(Array.from({ length: 12 }, () => confirm(sara, otherThan(code))))
      await run('DELETE FROM throttles')
    }
    expect(await outcome(confirm(sara, code))).toBe('invalid-verification-code')
    expect(await minutesOf(sara)).toBe(0)
  })

  it('is valid for 15 minutes, to the last millisecond', async () => {
    const [early, late] = [await newStudent(), await newStudent()]
    const [first, second] = [await mailedCode(early.email), await mailedCode(late.email)]
    setNow(NOW + CODE_VALIDITY_MINUTES * MINUTE - 1)
    expect(await outcome(confirm(early, first))).toBe('ok')
    setNow(NOW + CODE_VALIDITY_MINUTES * MINUTE)
    expect(await confirm(late, second)).toMatchObject({ status: 410, code: 'expired-verification-code' })
    expect(await confirm(late, second)).toMatchObject({ status: 400, code: 'invalid-verification-code' })
  })

  it('is replaced by a new one with its own attempts and validity', async () => {
    const sara = await newStudent()
    const old = await mailedCode(sara.email)
    for (let attempt = 0; attempt < 5; attempt++) await confirm(sara, otherThan(old))
    setNow(NOW + 14 * MINUTE)
    await expectOk(callApi('POST', '/confirmation-code/email/send', { as: sara }))
    const code = await mailedCode(sara.email)
    setNow(NOW + 28 * MINUTE)
    if (old !== code) expect(await outcome(confirm(sara, old))).toBe('invalid-verification-code')
    expect(await outcome(confirm(sara, code))).toBe('ok')
  })

  it('is valid for its own account only', async () => {
    const [sara, laila] = [await newStudent(), await newStudent('laila')]
    await run('UPDATE confirmation_codes SET code = 11111 WHERE user_id = ?', sara.id)
    await run('UPDATE confirmation_codes SET code = 22222 WHERE user_id = ?', laila.id)
    expect(await outcome(confirm(laila, 11_111))).toBe('invalid-verification-code')
  })

  it.each([9999, 100_000, 12_345.5])('is a number of five digits: %d is refused', async (code) => {
    const sara = await newStudent()
    expect(await confirm(sara, code)).toMatchObject({ status: 400, code: 'invalid-verification-code' })
  })

  it('is sent five times, then after a growing pause, which the refusal names in Retry-After', async () => {
    const sara = await newStudent()
    const requestCode = () => callApi('POST', '/confirmation-code/email/send', { as: sara })
    for (let request = 0; request < 5; request++) expect((await requestCode()).status).toBe(200)
    const refused = await requestCode()
    expect(refused).toMatchObject({ status: 429, code: 'too-many-requests' })
    expect(refused.headers.get('retry-after')).toBe('60')
    setNow(NOW + MINUTE - 1)
    expect((await requestCode()).headers.get('retry-after')).toBe('1')
    setNow(NOW + MINUTE)
    expect((await requestCode()).status).toBe(200)
    expect((await requestCode()).headers.get('retry-after')).toBe('120')
  })
})
