/** The register of consents (docs/rules/privacy.md 5.1). */
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ConsentRegister } from '#contract/consents'
import { hours } from '#domain/cairo'
import { Role } from '#domain/roles'
import { textVersions } from '#domain/users/consents'
import {
  callApi,
  expectOk,
  newAdmin,
  newEmail,
  newStudio,
  newSuperAdmin,
  onboardedTutor,
  openedByStaff,
  outcome,
  PASSWORD,
  type Person,
  registerStudent,
  row,
  rows,
  run,
  setNow,
  triggerJob,
  tutorManager,
  verifiedStudent,
} from '#tests/people'
import { openGoogle, type SignedIn, signIn } from './google-fixtures.ts'

const NOW = Date.parse('2026-02-11T10:00:00Z')
const AT = new Date(NOW).toISOString()
const { terms, privacy } = textVersions
const BOTH = [
  { text: 'terms', version: terms },
  { text: 'privacy', version: privacy },
]

openGoogle()
let adel: Person
beforeEach(() => {
  setNow(NOW)
  return () => vi.useRealTimers()
})
beforeAll(async () => {
  adel = await newAdmin()
})

type Stored = { kind: string; version: number; given: number; place: string; created_at: number }
const registered = ({ id }: { id: number }) =>
  rows<Stored>('SELECT kind, version, given, place, created_at FROM consents WHERE user_id = ? ORDER BY id', id)
const register = (as: Person) => expectOk<ConsentRegister>(callApi('GET', '/user/current/consents', { as }))
const accept = (as: Person, accepted: unknown = BOTH) =>
  callApi('POST', '/user/current/consents', { as, body: { accepted } })
const dueOf = async (as: Person) =>
  (await expectOk<{ consentsDue: string[] }>(callApi('GET', '/user/current', { as }))).consentsDue
const openedAt = (place: string) => [
  { kind: 'terms', version: terms, given: 1, place, created_at: NOW },
  { kind: 'privacy', version: privacy, given: 1, place, created_at: NOW },
]

describe('registering (docs/rules/privacy.md 5.2)', () => {
  it('accepts the terms and the privacy policy, for students and tutors, with the bodies that clients have always sent', async () => {
    expect(await registered(await registerStudent())).toEqual(openedAt('registration'))
    for (const role of [Role.Student, Role.Tutor]) {
      const body = { role, email: newEmail(), password: PASSWORD }
      const { user } = await expectOk<{ user: { id: number; consentsDue: string[] } }>(
        callApi('POST', '/user', { body }),
      )
      expect(user.consentsDue).toEqual([])
      expect(await registered(user)).toEqual(openedAt('registration'))
    }
  })

  it('with Google does so too, and signing in again adds nothing', async () => {
    for (const role of [Role.Student, Role.Tutor]) {
      const email = newEmail('google')
      const { user } = await expectOk<SignedIn>(signIn(email, { role }))
      expect(await registered(user)).toEqual(openedAt('google'))
      await expectOk(signIn(email))
      expect(await registered(user)).toHaveLength(2)
    }
  })

  it('of which a repeated or a concurrent one is refused adds nothing', async () => {
    const body = { email: newEmail(), password: PASSWORD }
    const answers = await Promise.all([0, 1, 2].map(() => outcome(callApi('POST', '/student/', { body }))))
    expect(answers.toSorted()).toEqual(['ok', 'user-exists', 'user-exists'])
    const account = await row<{ id: number }>('SELECT id FROM users WHERE email = ?', body.email)
    expect(await registered({ id: account?.id ?? 0 })).toHaveLength(2)
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const again = { email: newEmail(), password: PASSWORD }
    for (const _ of [1, 2]) await expectOk(callApi('POST', '/student/', { body: again, headers }))
    const kept = await row<{ id: number }>('SELECT id FROM users WHERE email = ?', again.email)
    expect(await registered({ id: kept?.id ?? 0 })).toHaveLength(2)
  })

  it('by staff says whether the person has agreed towards them, and never agrees to mailings for somebody', async () => {
    const opened = async (path: string, more: object) => {
      const body = { email: newEmail(), password: PASSWORD, marketing: true, ...more }
      const { user } = await expectOk<{ user: { id: number; consentsDue: string[] } }>(
        callApi('POST', path, { as: adel, body }),
      )
      return [await registered(user), user.consentsDue]
    }
    const agreed = [openedAt('staff'), []]
    const asked = [[], ['terms', 'privacy']]
    for (const [path, more] of [
      ['/user', { role: Role.Student }],
      ['/user', { role: Role.Tutor }],
      ['/student/', {}],
    ] as const) {
      expect(await opened(path, more)).toEqual(agreed)
      expect(await opened(path, { ...more, hasAgreed: true })).toEqual(agreed)
      expect(await opened(path, { ...more, hasAgreed: false })).toEqual(asked)
    }
    expect(await opened('/user', { role: Role.TutorManager })).toEqual([[], []])
  })

  it('of one’s own account accepts both, whatever the body says of that', async () => {
    const body = { email: newEmail(), password: PASSWORD, hasAgreed: false }
    const { user } = await expectOk<{ user: { id: number } }>(callApi('POST', '/student/', { body }))
    expect(await registered(user)).toEqual(openedAt('registration'))
  })

  it('agrees to mailings only where the person says so (docs/rules/privacy.md 5.5)', async () => {
    const opened = async (marketing?: boolean) => {
      const body = { email: newEmail(), password: PASSWORD, ...(marketing === undefined ? {} : { marketing }) }
      const { user, token } = await expectOk<{ user: Person; token: string }>(callApi('POST', '/student/', { body }))
      const as = { ...user, token }
      return expectOk<{ isWanted: boolean }>(callApi('GET', '/user/current/mailings', { as }))
    }
    expect(await opened()).toMatchObject({ isWanted: false })
    expect(await opened(false)).toMatchObject({ isWanted: false })
    expect(await opened(true)).toMatchObject({ isWanted: true })
  })
})

describe('the question after a text has changed (docs/rules/privacy.md 5.4)', () => {
  it('is answered once for each text, and its answer is registered with where it was given', async () => {
    const sara = await openedByStaff(adel)
    expect(await register(sara)).toEqual({ list: [], due: BOTH })
    expect(await dueOf(sara)).toEqual(['terms', 'privacy'])
    setNow(NOW + hours(1))
    const partly = await expectOk<ConsentRegister>(accept(sara, [BOTH[1]]))
    expect(partly.due).toEqual([BOTH[0]])
    expect(partly.list).toEqual([
      {
        kind: 'privacy',
        version: privacy,
        given: true,
        place: 'question',
        createdAt: new Date(NOW + hours(1)).toISOString(),
      },
    ])
    expect(await dueOf(sara)).toEqual(['terms'])
    await expectOk(accept(sara))
    expect(await dueOf(sara)).toEqual([])
    setNow(NOW + hours(2))
    await expectOk(accept(sara))
    expect((await registered(sara)).map(({ kind, created_at }) => [kind, created_at])).toEqual([
      ['privacy', NOW + hours(1)],
      ['terms', NOW + hours(1)],
    ])
  })

  it('answered twenty times at once is registered once', async () => {
    const sara = await openedByStaff(adel)
    const answers = await Promise.all(Array.from({ length: 20 }, () => outcome(accept(sara))))
    expect(new Set(answers)).toEqual(new Set(['ok']))
    expect(await registered(sara)).toHaveLength(2)
  })

  it('takes no version but that in force, and then nothing of the request', async () => {
    const sara = await openedByStaff(adel)
    for (const version of [terms - 1, terms + 1])
      expect(await outcome(accept(sara, [{ text: 'terms', version }, BOTH[1]]))).toBe('consent-outdated')
    for (const accepted of [[], [{ text: 'marketing', version: 1 }], [{ text: 'terms' }], [...BOTH, BOTH[0]], 'terms'])
      expect(await outcome(accept(sara, accepted))).toBe('bad-request')
    expect(await registered(sara)).toEqual([])
  })

  it('is for students and tutors; managers read theirs, admins anybody’s', async () => {
    const [sara, omar, mona, studio, boss] = [
      await verifiedStudent(),
      await onboardedTutor(),
      await tutorManager(),
      await newStudio(),
      await newSuperAdmin(),
    ]
    const read = (as: Person) => outcome(callApi('GET', '/user/current/consents', { as }))
    const readHers = (as: Person) => outcome(callApi('GET', `/user/${sara.id}/consents`, { as }))
    const people = [sara, omar, mona, studio, adel, boss]
    expect(await Promise.all(people.map((as) => outcome(accept(as))))).toEqual([
      'ok',
      'ok',
      'forbidden',
      'forbidden',
      'forbidden',
      'forbidden',
    ])
    expect(await Promise.all(people.map(read))).toEqual(['ok', 'ok', 'ok', 'forbidden', 'forbidden', 'forbidden'])
    expect(await Promise.all(people.map(readHers))).toEqual([
      'forbidden',
      'forbidden',
      'forbidden',
      'forbidden',
      'ok',
      'ok',
    ])
    const shown = await expectOk<ConsentRegister>(callApi('GET', `/user/${sara.id}/consents`, { as: adel }))
    expect(shown.list.toReversed()).toEqual([
      { kind: 'terms', version: terms, given: true, place: 'registration', createdAt: AT },
      { kind: 'privacy', version: privacy, given: true, place: 'registration', createdAt: AT },
    ])
    expect(await outcome(callApi('GET', '/user/999999/consents', { as: adel }))).toBe('user-not-found')
    expect(await outcome(callApi('GET', '/user/current/consents'))).toBe('unauthenticated')
  })
})

describe('while a text is to be accepted (docs/rules/privacy.md 5.3)', () => {
  const range = { start: new Date(NOW + hours(24)).toISOString(), end: new Date(NOW + hours(26)).toISOString() }
  const create = { actions: [{ type: 'create', ...range, purpose: 2 }] }
  const pay = { planId: 1, period: 'month' }
  const card = Object.assign({ cardToken: 'card', cvv: '123' }, pay)

  it('a student books nothing and pays nothing, and each is told which', async () => {
    const sara = await openedByStaff(adel)
    const omar = await onboardedTutor()
    const slotId = 1
    const tries: [string, string, object][] = [
      ['POST', '/lesson/', { tutorId: omar.id, slotId, start: range.start, duration: 30 }],
      ['PUT', '/standing-time', { tutorId: omar.id, weekday: 1, minute: 600, duration: 30 }],
      ['POST', '/fawry/pay/ref-num', pay],
      ['POST', '/fawry/pay/e-wallet', pay],
      ['POST', '/fawry/pay/card', card],
      ['POST', '/fawry/pay/bank-installments', Object.assign({ installmentPlanId: 1 }, card)],
      ['POST', '/paymob/create-checkout-url', { planId: 1, planPeriod: 0, paymentMethod: 0 }],
      ['PUT', '/user/current/card-renewal', { cardToken: 'card' }],
    ]
    for (const [method, path, body] of tries) {
      const answer = await callApi(method, path, { as: sara, body })
      expect([path, answer.code]).toEqual([path, 'consent-required'])
      expect(answer.body).toMatchObject({ details: { due: ['terms', 'privacy'] } })
    }
    await expectOk(accept(sara))
    for (const [method, path, body] of tries)
      expect([path, await outcome(callApi(method, path, { as: sara, body }))]).not.toEqual([path, 'consent-required'])
  })

  it('with a password in each request is no way around it', async () => {
    const sara = await openedByStaff(adel)
    const headers = { authorization: `Basic ${btoa(`${sara.email}:${PASSWORD}`)}` }
    expect(await outcome(callApi('POST', '/fawry/pay/ref-num', { headers, body: pay }))).toBe('consent-required')
  })

  it('a tutor neither applies nor opens hours, but takes hours back', async () => {
    const omar = await openedByStaff(adel, Role.Tutor)
    const opened = await expectOk(accept(omar)).then(() =>
      expectOk(callApi('POST', '/availability-slot/', { as: omar, body: create })),
    )
    expect(opened).toBeUndefined()
    const nadia = await openedByStaff(adel, Role.Tutor)
    const pattern = { ranges: [{ weekday: 1, from: 600, to: 720, purpose: 2 }], season: null, daysOff: [] }
    const tries: [string, string, object][] = [
      ['POST', '/availability-slot/', create],
      ['PUT', '/availability-pattern', pattern],
      ['POST', '/intro-video/upload', { bytes: 1000 }],
    ]
    for (const [method, path, body] of tries)
      expect([path, await outcome(callApi(method, path, { as: nadia, body }))]).toEqual([path, 'consent-required'])
    const slot = await row<{ id: number }>(
      `INSERT INTO availability_slots (user_id, purpose, start, "end", created_at, updated_at) VALUES (?, 2, ?, ?, ?, ?) RETURNING id`,
      nadia.id,
      NOW + hours(24),
      NOW + hours(26),
      NOW,
      NOW,
    )
    const body = { actions: [{ type: 'delete', id: slot?.id }] }
    expect(await outcome(callApi('POST', '/availability-slot/', { as: nadia, body }))).toBe('ok')
    expect(await outcome(callApi('DELETE', '/availability-pattern', { as: nadia }))).toBe('ok')
  })

  it('reading, leaving and what one has already stay', async () => {
    const sara = await openedByStaff(adel)
    const proof = { password: PASSWORD }
    const calls: [string, string, object?][] = [
      ['GET', '/user/current'],
      ['GET', `/lesson/list?users[]=${sara.id}`],
      ['GET', '/user/current/mailings'],
      ['PUT', '/user/current/mailings', { isWanted: false, language: 'ar' }],
      ['POST', '/privacy/export', proof],
      ['POST', '/privacy/erasure', proof],
      ['DELETE', '/privacy/erasure'],
      ['POST', '/auth/sign-out'],
    ]
    for (const [method, path, body] of calls)
      expect([path, await outcome(callApi(method, path, { as: sara, ...(body ? { body } : {}) }))]).toEqual([
        path,
        'ok',
      ])
  })

  it('staff book for students as before', async () => {
    const sara = await openedByStaff(adel)
    const omar = await onboardedTutor()
    const body = { tutorId: omar.id, studentId: sara.id, slotId: 1, start: range.start, duration: 30 }
    const booked = await outcome(
      callApi('POST', '/lesson/', { as: adel, body, headers: { 'x-reason': 'asked by phone' } }),
    )
    expect(booked).not.toBe('consent-required')
  })
})

describe('the consent to mailings (docs/rules/privacy.md 5.5)', () => {
  const choose = (as: Person, isWanted: boolean, language = 'ar') =>
    expectOk(callApi('PUT', '/user/current/mailings', { as, body: { isWanted, language } }))
  const marketing = async (person: Person) =>
    (await registered(person)).filter(({ kind }) => kind === 'marketing').map(({ given, place }) => [given, place])

  it('is registered with each change, and with nothing else', async () => {
    const sara = await verifiedStudent()
    await choose(sara, false)
    await choose(sara, false, 'en')
    expect(await marketing(sara)).toEqual([])
    await choose(sara, true, 'en')
    await choose(sara, true, 'ar')
    await choose(sara, false, 'ar')
    await choose(sara, true, 'ar')
    expect(await marketing(sara)).toEqual([
      [1, 'settings'],
      [0, 'settings'],
      [1, 'settings'],
    ])
    expect(await expectOk(callApi('GET', '/user/current/mailings', { as: sara }))).toEqual({
      isWanted: true,
      language: 'ar',
    })
  })

  it('given twenty times at once is registered once', async () => {
    const sara = await verifiedStudent()
    await Promise.all(Array.from({ length: 20 }, () => choose(sara, true)))
    expect(await marketing(sara)).toEqual([[1, 'settings']])
  })
})

describe('the register', () => {
  it('stays under the pseudonym when the account is erased', async () => {
    const sara = await registerStudent()
    const before = await registered(sara)
    await expectOk(callApi('POST', '/privacy/erasure', { as: sara, body: { password: PASSWORD } }))
    setNow(NOW + 15 * hours(24))
    await triggerJob('erase-accounts')
    const account = await row<{ email: string }>('SELECT email FROM users WHERE id = ?', sara.id)
    expect(account?.email).toBe(`erased-${sara.id}@erased.invalid`)
    expect(await registered(sara)).toEqual(before)
  })

  it('cannot be changed or deleted, and an account has accepted nothing else', async () => {
    const sara = await verifiedStudent()
    const refusal = (sql: string) =>
      run(sql, sara.id).then(
        () => 'ok',
        (error: unknown) => /illegal|CHECK|UNIQUE/.exec(String(error))?.[0],
      )
    expect(await refusal('UPDATE consents SET version = 9 WHERE user_id = ?')).toBe('illegal')
    expect(await refusal('UPDATE consents SET created_at = 0 WHERE user_id = ?')).toBe('illegal')
    expect(await refusal('DELETE FROM consents WHERE user_id = ?')).toBe('illegal')
    expect(await refusal('UPDATE users SET accepted_terms = 9 WHERE id = ?')).toBe('illegal')
    expect(await refusal('UPDATE users SET accepted_privacy = NULL WHERE id = ?')).toBe('illegal')
    const insert = (kind: string, version: number, given: number, place = 'settings') =>
      refusal(
        `INSERT INTO consents (user_id, kind, version, given, place, created_at) VALUES (?, '${kind}', ${version}, ${given}, '${place}', 1)`,
      )
    expect(await insert('terms', terms, 1)).toBe('UNIQUE')
    expect(await insert('terms', terms + 1, 0)).toBe('CHECK')
    expect(await insert('terms', 0, 1)).toBe('CHECK')
    expect(await insert('recording', 1, 1)).toBe('CHECK')
    expect(await insert('marketing', 1, 1, 'nowhere')).toBe('CHECK')
    expect(await insert('terms', terms + 1, 1)).toBe('ok')
    const account = await row<{ accepted_terms: number }>('SELECT accepted_terms FROM users WHERE id = ?', sara.id)
    expect(account?.accepted_terms).toBe(terms + 1)
  })
})
