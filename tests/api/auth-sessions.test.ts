import { beforeEach, describe, expect, it, vi } from 'vitest'
import { hours, minutes } from '#domain/cairo'
import {
  callApi,
  expectOk,
  newEmail,
  outcome,
  PASSWORD,
  type Person,
  row,
  rows,
  run,
  setNow,
  tokenFor,
  verifiedStudent,
} from '#tests/people'

const NOW = Date.parse('2026-02-11T10:00:00Z')
const SECOND = 1000
const DAY = hours(24)

beforeEach(() => {
  setNow(NOW)
  return () => vi.useRealTimers()
})

const current = (as: Person) => outcome(callApi('GET', '/user/current', { as }))
const refresh = (as: Person) => callApi('POST', '/auth/refresh-token', { as })
/** The same person with the token of a refresh. */
const refreshed = async (as: Person): Promise<Person> => ({ ...as, token: await expectOk<string>(refresh(as)) })
const signOut = (as: Person) => outcome(callApi('POST', '/auth/sign-out', { as }))
/** The same person on another device. */
const elsewhere = async (as: Person): Promise<Person> => ({ ...as, token: await tokenFor(as.id) })
const mails = (email: string) => rows(`SELECT id FROM outbox WHERE "to" = ? AND template = 'session_ended'`, email)

describe('signing out', () => {
  it('ends its own session and no other', async () => {
    const sara = await verifiedStudent()
    const phone = await elsewhere(sara)
    expect(await signOut(sara)).toBe('ok')
    expect([await current(sara), await current(phone)]).toEqual(['unauthenticated', 'ok'])
  })

  it('is answered the same when it is repeated, and without a token', async () => {
    const sara = await verifiedStudent()
    expect([await signOut(sara), await signOut(sara)]).toEqual(['ok', 'ok'])
    expect(await outcome(callApi('POST', '/auth/sign-out'))).toBe('ok')
    expect(await outcome(callApi('POST', '/auth/sign-out', { headers: { authorization: 'Bearer a.b.c' } }))).toBe('ok')
    expect(await rows('SELECT id FROM auth_sessions WHERE ended_at IS NOT NULL AND user_id = ?', sara.id)).toHaveLength(
      1,
    )
  })

  it('ends the session with every token that it had', async () => {
    const sara = await verifiedStudent()
    const next = await refreshed(sara)
    expect(await signOut(sara)).toBe('ok')
    expect([await current(sara), await current(next)]).toEqual(['unauthenticated', 'unauthenticated'])
    expect(await outcome(refresh(next))).toBe('unauthenticated')
  })
})

describe('a refresh', () => {
  it('ends the token before it, half a minute later', async () => {
    const sara = await verifiedStudent()
    const next = await refreshed(sara)
    setNow(NOW + 30 * SECOND - 1)
    expect([await current(sara), await current(next)]).toEqual(['ok', 'ok'])
    setNow(NOW + 30 * SECOND)
    expect([await current(sara), await current(next)]).toEqual(['unauthenticated', 'ok'])
    expect(await outcome(callApi('GET', '/user/tutor/list/onboarded', { as: sara }))).toBe('unauthenticated')
  })

  it('of two tabs at once answers both with the same token', async () => {
    const sara = await verifiedStudent()
    const tokens = await Promise.all([refresh(sara), refresh(sara), refresh(sara)].map((one) => expectOk<string>(one)))
    expect(new Set(tokens).size).toBe(1)
    expect(await current({ ...sara, token: tokens[0] ?? '' })).toBe('ok')
  })

  it('whose answer was lost is answered again however late, until its token is used', async () => {
    const sara = await verifiedStudent()
    const lost = await refreshed(sara)
    setNow(NOW + minutes(90))
    expect(await current(sara)).toBe('unauthenticated')
    const again = await refreshed(sara)
    expect(again.token).toBe(lost.token)
    expect(await current(again)).toBe('ok')
  })

  it('with a token whose successor was used ends the session, which its owner is told', async () => {
    const sara = await verifiedStudent()
    const phone = await elsewhere(sara)
    const next = await refreshed(sara)
    expect(await current(next)).toBe('ok')
    setNow(NOW + minutes(1))
    expect(await outcome(refresh(sara))).toBe('unauthenticated')
    expect([await current(next), await current(phone)]).toEqual(['unauthenticated', 'ok'])
    expect(await outcome(refresh(sara))).toBe('unauthenticated')
    expect(await mails(sara.email)).toHaveLength(1)
  })

  it('with a token from before the last two ends the session at once', async () => {
    const sara = await verifiedStudent()
    const next = await refreshed(sara)
    const last = await refreshed(next)
    expect(await outcome(refresh(sara))).toBe('unauthenticated')
    expect(await current(last)).toBe('unauthenticated')
    expect(await mails(sara.email)).toHaveLength(1)
  })

  it('goes on for 90 days after signing in and no longer', async () => {
    let sara = await verifiedStudent()
    for (let day = 6; day <= 90; day += 6) {
      setNow(NOW + day * DAY - SECOND)
      sara = await refreshed(sara)
    }
    expect(await current(sara)).toBe('ok')
    setNow(NOW + 90 * DAY)
    expect([await current(sara), await outcome(refresh(sara))]).toEqual(['unauthenticated', 'unauthenticated'])
  })
})

it('a token without a session opens nothing, whoever has signed it', async () => {
  const sara = await verifiedStudent()
  expect(await current(sara)).toBe('ok')
  await run('DELETE FROM auth_sessions WHERE user_id = ?', sara.id)
  expect(await current(sara)).toBe('unauthenticated')
})

it('signing out everywhere keeps this session alone', async () => {
  const sara = await verifiedStudent()
  const phone = await elsewhere(sara)
  const token = await expectOk<string>(callApi('POST', '/auth/sign-out-everywhere', { as: sara }))
  expect([await current(sara), await current(phone)]).toEqual(['unauthenticated', 'unauthenticated'])
  expect(await current({ ...sara, token })).toBe('ok')
  setNow(NOW + minutes(5))
  expect(await current(await refreshed({ ...sara, token }))).toBe('ok')
})

it('a sign-in is kept with device and place', async () => {
  const email = newEmail()
  const headers = {
    'user-agent': 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36',
    'cf-ipcountry': 'EG',
    'cf-ipcity': 'Tanta',
  }
  const { user } = await expectOk<{ user: { id: number } }>(
    callApi('POST', '/student/', { body: { email, password: PASSWORD }, headers }),
  )
  expect(await row('SELECT browser, system, country, city FROM auth_sessions WHERE user_id = ?', user.id)).toEqual({
    browser: 'Chrome',
    system: 'Android',
    country: 'EG',
    city: 'Tanta',
  })
})
