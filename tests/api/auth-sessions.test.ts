import { beforeEach, describe, expect, it, vi } from 'vitest'
import { hours, minutes } from '#domain/cairo'
import {
  callApi,
  expectOk,
  newAdmin,
  newEmail,
  outcome,
  PASSWORD,
  type Person,
  row,
  rows,
  run,
  setNow,
  tokenFor,
  triggerJob,
  verifiedStudent,
} from '#tests/people'
import { openBroadcastRoom, openUserSocket, refusalOf, upgrade, withToken } from '../party/socket.ts'
import { NOTHING_LEFT, race } from './race.ts'

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

  it('whose session ends before its token is written gets none', async () => {
    const sara = await verifiedStudent()
    const answer = await race({
      write: 'auth/refresh:refresh',
      refusedBy: NOTHING_LEFT,
      statement: /^update "auth_sessions" .*"previous_token_id"/i,
      slow: () => outcome(refresh(sara)),
      fast: () => signOut(sara),
    })
    expect(answer).toBe('unauthenticated')
  })

  it('with each new token is made five times a minute and no more', async () => {
    let sara = await verifiedStudent()
    for (let count = 1; count <= 5; count++) sara = await refreshed(sara)
    const refused = await refresh(sara)
    expect(refused).toMatchObject({ status: 429, code: 'too-many-requests' })
    expect(refused.headers.get('retry-after')).toBe('60')
    setNow(NOW + minutes(1))
    expect(await outcome(refresh(sara))).toBe('ok')
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

it('a token without a session is refused, whoever has signed it', async () => {
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

type Device = { id: string; isCurrent: boolean; lastUsedAt: string; createdAt: string }
const devicesOf = (as: Person) => expectOk<Device[]>(callApi('GET', '/user/current/sessions', { as }))
const endDevice = (as: Person, id: string) => outcome(callApi('DELETE', `/user/current/sessions/${id}`, { as }))

describe('the devices of an account', () => {
  it('are its sessions that go on, with the last use and which is this one', async () => {
    const sara = await verifiedStudent()
    setNow(NOW + minutes(7))
    const phone = await elsewhere(sara)
    expect(await current(sara)).toBe('ok')
    const [other, own, ...more] = (await devicesOf(phone)).sort(
      (one, two) => Number(one.isCurrent) - Number(two.isCurrent),
    )
    expect(more).toEqual([])
    expect(other).toMatchObject({ isCurrent: false, createdAt: '2026-02-11T10:00:00.000Z' })
    expect(other?.lastUsedAt).toBe('2026-02-11T10:07:00.000Z')
    expect(own).toMatchObject({ isCurrent: true, createdAt: '2026-02-11T10:07:00.000Z' })
  })

  it('are ended one by one, by their owner alone', async () => {
    const [sara, nour] = [await verifiedStudent(), await verifiedStudent()]
    const phone = await elsewhere(sara)
    const lost = (await devicesOf(sara)).find(({ isCurrent }) => !isCurrent)?.id ?? ''
    expect(await endDevice(nour, lost)).toBe('not-found')
    expect(await current(phone)).toBe('ok')
    expect([await endDevice(sara, lost), await endDevice(sara, lost)]).toEqual(['ok', 'ok'])
    expect([await current(phone), await current(sara)]).toEqual(['unauthenticated', 'ok'])
    expect(await devicesOf(sara)).toHaveLength(1)
    expect(await endDevice(sara, 'unknown')).toBe('not-found')
  })

  it('that every session was ended on are no longer listed', async () => {
    const sara = await verifiedStudent()
    await elsewhere(sara)
    const token = await expectOk<string>(callApi('POST', '/auth/sign-out-everywhere', { as: sara }))
    expect(await devicesOf({ ...sara, token })).toMatchObject([{ isCurrent: true }])
  })

  it('are forgotten a month after their tokens expired', async () => {
    const sara = await verifiedStudent()
    const count = () => rows('SELECT id FROM auth_sessions WHERE user_id = ?', sara.id)
    setNow(NOW + 37 * DAY)
    await triggerJob('clear-expired')
    expect(await count()).toHaveLength(1)
    setNow(NOW + 37 * DAY + 1)
    await triggerJob('clear-expired')
    expect(await count()).toEqual([])
  })
})

describe('a view as somebody else', () => {
  it('ends when the viewer signs out of the session that began it', async () => {
    const [adel, sara] = [await newAdmin(), await verifiedStudent()]
    const laptop = await elsewhere(adel)
    const begin = async (as: Person): Promise<Person> => {
      const body = { userId: sara.id, reason: 'بتقول إن الدقايق ناقصة' }
      return {
        ...sara,
        token: (await expectOk<{ token: string }>(callApi('POST', '/auth/view-as', { as, body }))).token,
      }
    }
    const [view, other] = [await begin(adel), await begin(laptop)]
    expect(await signOut(view)).toBe('read-only-session')
    expect(await signOut(adel)).toBe('ok')
    expect([await current(view), await current(other)]).toEqual(['unauthenticated', 'ok'])
  })
})

it('signing out closes the sockets of its session and no others', async () => {
  const sara = await verifiedStudent()
  const phone = await elsewhere(sara)
  const [tab, room, other] = [
    await openUserSocket(sara),
    await openBroadcastRoom('TutorsCache', sara),
    await openUserSocket(phone),
  ]
  expect(await signOut(sara)).toBe('ok')
  expect([await tab.waitForClose(), await room.waitForClose()]).toEqual([4401, 4401])
  expect(await refusalOf(upgrade(`/parties/user/${sara.id}`, withToken(sara.token)))).toEqual([401, 'unauthenticated'])
  expect(await other.send('ping')).toBe('ok')
})

it('private answers, refusals and answers with a token are kept by no cache', async () => {
  const sara = await verifiedStudent()
  const answers = await Promise.all([
    callApi('GET', '/user/current', { as: sara }),
    callApi('GET', '/user/current'),
    callApi('GET', '/nothing', { as: sara }),
    refresh(sara),
    callApi('POST', '/auth/password', { body: { email: sara.email, password: PASSWORD } }),
    callApi('POST', '/student/', { body: { email: newEmail(), password: PASSWORD } }),
  ])
  for (const { headers } of answers) expect(headers.get('cache-control')).toBe('no-store')
})

it('a repeat under an Idempotency-Key gets the same token, which the table does not hold in plain text', async () => {
  const body = { email: newEmail(), password: PASSWORD }
  const key = crypto.randomUUID()
  const register = () =>
    expectOk<{ token: string }>(callApi('POST', '/student/', { body, headers: { 'idempotency-key': key } }))
  const first = await register()
  expect(await register()).toEqual(first)
  const stored = await row<{ body: string; body_hash: string }>(
    'SELECT body, body_hash FROM idempotency_keys WHERE key = ?',
    key,
  )
  expect(stored?.body).toMatch(/^v1\.[\w-]+\.[\w-]+$/)
  expect(JSON.stringify(stored)).not.toContain(first.token)
  const plain = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(body)))
  expect(stored?.body_hash).not.toBe(Buffer.from(plain).toString('base64'))
})
