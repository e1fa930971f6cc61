/** What somebody can guess, and whom somebody can flood, from one network and from many (docs/decisions/004). */
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Role } from '#domain/roles'
import {
  type Answer,
  callApi,
  expectOk,
  mailedCode,
  mailedResetCode,
  newEmail,
  newStudent,
  newSuperAdmin,
  outcome,
  PASSWORD,
  type Person,
  row,
  run,
  setNow,
  tokenFor,
  verifiedStudent,
  verifiedStudents,
} from '#tests/people'

const NOW = Date.parse('2026-02-11T10:00:00Z')
const MINUTE = 60_000

const fromIp = (ip: string) => ({ 'cf-connecting-ip': ip })
const times = (count: number) => Array.from({ length: count }, (_, at) => at)
const other = (code: number) => (code === 99_999 ? 10_000 : code + 1)

beforeEach(() => {
  setNow(NOW)
  return () => vi.useRealTimers()
})

/** How many of these requests, made one after the other, were answered with each outcome. */
async function countOutcomes(requests: readonly (() => Promise<Answer>)[]): Promise<Record<string, number>> {
  const counted: Record<string, number> = {}
  for (const request of requests) {
    const answer = await outcome(request())
    counted[answer] = (counted[answer] ?? 0) + 1
  }
  return counted
}

describe('codes for a new password', () => {
  const requestReset = (email: string, ip: string) =>
    callApi('POST', '/confirmation-code/password/send', { body: { email }, headers: fromIp(ip) })
  const reset = (body: { email?: string; code: string }, ip: string) =>
    callApi('POST', '/confirmation-code/password/confirm', {
      body: { password: 'Guessed2026', ...body },
      headers: fromIp(ip),
    })

  it('are guessed a hundred times from one network, over all accounts together', async () => {
    const emails = times(12).map(() => newEmail('victim'))
    const guesses = emails.flatMap((email) => times(10).map(() => () => reset({ email, code: 'ZZZZZZZZ' }, '10.4.0.1')))
    expect(await countOutcomes(guesses)).toEqual({ 'invalid-verification-code': 100, 'too-many-requests': 20 })
    setNow(NOW + 30 * MINUTE)
    expect(await outcome(reset({ email: newEmail(), code: 'ZZZZZZZZ' }, '10.4.0.1'))).toBe('invalid-verification-code')
  })

  it('that are right do not count against their network', async () => {
    const sara = await verifiedStudent()
    await countOutcomes(times(99).map(() => () => reset({ email: newEmail(), code: 'ZZZZZZZZ' }, '10.4.0.2')))
    for (const _ of times(2)) {
      await expectOk(requestReset(sara.email, '10.4.0.3'))
      await expectOk(reset({ email: sara.email, code: await mailedResetCode(sara.email) }, '10.4.0.2'))
    }
  })

  it('are mailed to one person ten times in a row at the most, whoever asks', async () => {
    const sara = await verifiedStudent()
    // Each past the half minute in which the last mail is on its way.
    const ask = (at: number) => () => {
      setNow(NOW + Math.min(at, 9) * 30_000)
      return requestReset(sara.email, `10.4.1.${at}`)
    }
    const asked = await countOutcomes(times(60).map((at) => ask(at)))
    expect(asked).toEqual({ ok: 10, 'too-many-requests': 50 })
    const mails = await row<{ count: number }>(
      `SELECT COUNT(*) AS count FROM outbox WHERE "to" = ? AND template = 'forget_password'`,
      sara.email,
    )
    expect(mails?.count).toBe(10)
    setNow(NOW + 9 * 30_000 + MINUTE)
    await expectOk(requestReset(sara.email, '10.4.1.99'))
    expect(await outcome(requestReset(sara.email, '10.4.1.100'))).toBe('too-many-requests')
  })

  it('are limited in the same way for an unknown address', async () => {
    const email = newEmail('nobody')
    const asked = await countOutcomes(times(12).map((at) => () => requestReset(email, `10.4.2.${at}`)))
    expect(asked).toEqual({ ok: 10, 'too-many-requests': 2 })
  })
})

describe('codes of five digits', () => {
  const confirm = (as: Person, code: number, ip: string) =>
    callApi('POST', '/confirmation-code/email/confirm', { as, body: { code }, headers: fromIp(ip) })

  it('are guessed fifty times a day for one account, from anywhere', async () => {
    const sara = await newStudent()
    const wrong = other(await mailedCode(sara.email))
    const guesses = await countOutcomes(times(60).map((at) => () => confirm(sara, wrong, `10.5.0.${at}`)))
    expect(guesses['too-many-requests']).toBe(10)
  })

  it('are guessed a hundred times from one network, over all accounts together', async () => {
    const people: Person[] = []
    for (const _ of times(12)) people.push(await newStudent())
    const guesses = people.flatMap((person) => times(10).map(() => () => confirm(person, 12_345, '10.5.1.1')))
    expect((await countOutcomes(guesses))['too-many-requests']).toBe(20)
  })

  it('reach one phone ten times in a row at the most, over all accounts', async () => {
    const phone = '01099988877'
    const people: Person[] = []
    for (const _ of times(12)) people.push(await newStudent())
    const sending = people.map(
      (as) => () => callApi('POST', '/confirmation-code/phone/send', { as, body: { method: 'whatsapp', phone } }),
    )
    expect(await countOutcomes(sending)).toEqual({ ok: 10, 'too-many-requests': 2 })
    const sent = await row<{ count: number }>('SELECT COUNT(*) AS count FROM outbox WHERE "to" = ?', phone)
    expect(sent?.count).toBe(10)
  })
})

describe('a mailbox', () => {
  const spelled = (name: string, at: number) => `${name}+${at}@example.com`
  const register = (email: string, ip: string) =>
    callApi('POST', '/student', { body: { email, password: PASSWORD }, headers: fromIp(ip) })

  it('gets ten codes in a row at the most, however it is spelled and whoever registers with it', async () => {
    const opened = await countOutcomes(times(25).map((at) => () => register(spelled('flooded', at), `10.9.0.${at}`)))
    expect(opened).toEqual({ ok: 10, 'too-many-requests': 15 })
    const dotted = [
      'v.ictim',
      'vi.ctim',
      'vic.tim',
      'vict.im',
      'victi.m',
      'v.i.ctim',
      'v.ic.tim',
      'v.ict.im',
      'v.icti.m',
    ]
    const atGoogle = [...dotted, 'victim+a', 'victim+b', 'victim'].map((local) => `${local}@googlemail.com`)
    expect(await countOutcomes(atGoogle.map((email, at) => () => register(email, `10.9.1.${at}`)))).toEqual({
      ok: 10,
      'too-many-requests': 2,
    })
    const mails = await row<{ count: number }>(
      `SELECT COUNT(*) AS count FROM outbox WHERE "to" LIKE 'flooded+%' OR REPLACE("to", '.', '') LIKE 'victim%@googlemailcom'`,
    )
    expect(mails?.count).toBe(20)
  })

  it('gets codes of registering, of a reset and of another account’s address from one count', async () => {
    expect(await countOutcomes(times(5).map((at) => () => register(spelled('mixed', at), `10.9.2.${at}`)))).toEqual({
      ok: 5,
    })
    const resets = times(8).map(
      (at) => () =>
        callApi('POST', '/confirmation-code/password/send', {
          body: { email: spelled('mixed', at) },
          headers: fromIp(`10.9.3.${at}`),
        }),
    )
    expect(await countOutcomes(resets)).toEqual({ ok: 5, 'too-many-requests': 3 })
  })
})

describe('an address that is given to an account', () => {
  it('is mailed ten codes in a row at the most, over all accounts', async () => {
    const email = newEmail('victim')
    const people = await verifiedStudents(3)
    const changes = people.flatMap((as) =>
      times(5).map(() => () => {
        const body = { email, proof: { password: PASSWORD } }
        return callApi('PUT', `/user/${as.id}`, { as, body })
      }),
    )
    expect(await countOutcomes(changes)).toEqual({ ok: 10, 'too-many-requests': 5 })
  })
})

describe('notices of what becomes of an account', () => {
  const notices = (to: string) => row<{ count: number }>('SELECT COUNT(*) AS count FROM outbox WHERE "to" = ?', to)
  const proof = { password: PASSWORD }

  it('of its phone reach an address that nobody has proven ten times in a row at the most', async () => {
    const stranger = await newStudent('victim')
    await run(`UPDATE users SET phone = '01000000099' WHERE id = ?`, stranger.id)
    const before = (await notices(stranger.email))?.count ?? 0
    const changes = times(14).map((at) => () => {
      const phone = `010000001${String(at).padStart(2, '0')}`
      return callApi('PUT', `/user/${stranger.id}`, { as: stranger, body: { phone, proof } })
    })
    expect(await countOutcomes(changes)).toEqual({ ok: 10, 'too-many-requests': 4 })
    expect((await notices(stranger.email))?.count).toBe(before + 10)
    setNow(NOW + 24 * 60 * MINUTE)
    const later = { phone: '01000000300', proof }
    await expectOk(callApi('PUT', `/user/${stranger.id}`, { as: stranger, body: later }))
  })

  it('reach each of the addresses that an account goes to and fro between ten times at the most', async () => {
    const stranger = await newStudent('victim')
    const other = newEmail('victim')
    const changes = times(24).map((at) => () => {
      const email = at % 2 === 0 ? other : stranger.email
      return callApi('PUT', `/user/${stranger.id}`, { as: stranger, body: { email, proof } })
    })
    expect((await countOutcomes(changes))['too-many-requests']).toBeGreaterThan(0)
    expect((await notices(other))?.count).toBeLessThanOrEqual(10)
  })

  it('of sessions that ended reach it ten times, and the sessions end all the same', async () => {
    const stranger = await newStudent('victim')
    const before = (await notices(stranger.email))?.count ?? 0
    const refresh = (as: Person) => callApi('POST', '/auth/refresh-token', { as })
    for (const at of times(11)) {
      setNow(NOW + at * 31_000)
      const first = { ...stranger, token: await tokenFor(stranger.id) }
      const next = { ...stranger, token: await expectOk<string>(refresh(first)) }
      await expectOk(callApi('GET', '/user/current', { as: next }))
      setNow(NOW + (at + 1) * 31_000)
      expect(await outcome(refresh(first))).toBe('unauthenticated')
      expect(await outcome(callApi('GET', '/user/current', { as: next }))).toBe('unauthenticated')
    }
    expect((await notices(stranger.email))?.count).toBe(before + 10)
  })
})

describe('accounts', () => {
  const register = (email: string, ip: string) =>
    callApi('POST', '/student', { body: { email, password: PASSWORD }, headers: fromIp(ip) })

  it('are opened three thousand times an hour from one network at the most, tries of taken addresses included', async () => {
    const sara = await newStudent()
    expect(await outcome(register(sara.email, '10.7.0.1'))).toBe('user-exists')
    await run("UPDATE throttles SET count = 2990 WHERE key = 'registrations from 10.7.0.1'")
    const tries = await countOutcomes(times(20).map(() => () => register(sara.email, '10.7.0.1')))
    expect(tries).toEqual({ 'user-exists': 10, 'too-many-requests': 10 })
    const refused = await callApi('POST', '/user', {
      body: { email: newEmail(), password: PASSWORD, role: Role.Tutor },
      headers: fromIp('10.7.0.1'),
    })
    expect([refused.code, refused.headers.get('retry-after')]).toEqual(['too-many-requests', '3600'])
    await expectOk(register(newEmail(), '10.7.0.2'))
    setNow(NOW + 60 * MINUTE)
    await expectOk(register(newEmail(), '10.7.0.1'))
  })
})

describe('an IPv6 network', () => {
  it('is one place to guess from, however many addresses it has', async () => {
    const sara = await newStudent()
    const guess = (address: string) =>
      callApi('POST', '/auth/password', { body: { email: sara.email, password: 'x' }, headers: fromIp(address) })
    const guesses = await countOutcomes(times(60).map((at) => () => guess(`2001:db8:1:2:${at.toString(16)}::1`)))
    expect(guesses).toEqual({ 'wrong-password': 10, 'too-many-requests': 50 })
    expect(await outcome(guess('2001:db8:1:3::1'))).toBe('wrong-password')
  })
})

describe('codes of coupons', () => {
  const DRAFT = { baseMonthlyPrice: 60_000, monthDiscount: 0, quarterDiscount: 0, yearDiscount: 0 }
  const flags = { weeklyMinutes: 60, forInvitesOnly: false, active: true }
  let planId: number
  const CODE = 'SECRET-OF-ALL'
  const look = (as: Person, code: string, ip: string) =>
    callApi('GET', `/coupon/code/${code}`, { as, headers: fromIp(ip) })
  const pay = (as: Person, couponCode: string, ip: string) =>
    callApi('POST', '/fawry/pay/ref-num', {
      as,
      body: { planId, period: 'month', couponCode, phone: '01012345678' },
      headers: fromIp(ip),
    })

  beforeAll(async () => {
    setNow(NOW)
    const as = await newSuperAdmin()
    const plan = await expectOk<{ id: number }>(callApi('POST', '/plan', { as, body: { ...DRAFT, ...flags } }))
    planId = plan.id
    const discounts = { monthDiscount: 10, quarterDiscount: 20, yearDiscount: 30 }
    const expiresAt = new Date(NOW + 24 * 60 * MINUTE).toISOString()
    await expectOk(callApi('POST', '/coupon', { as, body: { code: CODE, planId, ...discounts, expiresAt } }))
  })

  it('are tried ten times by one account, by reading and by paying together, also the right one then', async () => {
    const sara = await verifiedStudent()
    await run(`UPDATE users SET name = 'سارة سمير' WHERE id = ?`, sara.id)
    const reads = times(6).map((at) => () => look(sara, `WRONG-${at}`, `10.8.0.${at}`))
    const orders = times(6).map((at) => () => pay(sara, `WRONG-${at}`, `10.8.1.${at}`))
    expect(await countOutcomes([...reads, ...orders])).toEqual({ 'coupon-not-found': 10, 'too-many-requests': 2 })
    expect(await outcome(look(sara, CODE, '10.8.0.99'))).toBe('too-many-requests')
    setNow(NOW + MINUTE)
    await expectOk(look(sara, CODE, '10.8.0.99'))
  })

  it('that exist are not counted', async () => {
    const [sara] = await verifiedStudents(1)
    if (!sara) throw new Error('no student')
    expect(await countOutcomes(times(15).map(() => () => look(sara, CODE, '10.8.2.1')))).toEqual({ ok: 15 })
  })

  it('are tried a hundred times from one network, over all accounts', async () => {
    const people = await verifiedStudents(12)
    const guesses = people.flatMap((as) => times(9).map((at) => () => look(as, `WRONG-${at}`, '10.8.3.1')))
    expect(await countOutcomes(guesses)).toEqual({ 'coupon-not-found': 100, 'too-many-requests': 8 })
  })
})
