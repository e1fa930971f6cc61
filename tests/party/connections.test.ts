import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { CLOSE_CODE, HEARTBEAT, HEARTBEAT_ACK } from '#contract/live/frames'
import { FRAME_THROTTLE, HEARTBEAT_TIMEOUT_MS, MAX_CONNECTIONS_PER_USER, PING_AFTER_MS } from '#domain/live'
import {
  bindings,
  callApi,
  expectOk,
  mailedCode,
  PASSWORD,
  type Person,
  row,
  setNow,
  tokenFor,
  verifiedStudent,
} from '#tests/people'
import type { ConnectionState } from '../../party/connections.ts'
import { broadcastParty, sessionParty } from '../../party/stubs.ts'
import { readTimer } from '../../party/timer.ts'
import { at, book, bookingFixture, NOW, startClockAtNoon } from '../api/lesson-fixtures.ts'
import { sessionIdOf } from '../api/session-fixtures.ts'
import { heardMessages, inParty, pairOnline, userStub } from './rooms.ts'
import { enterRoom, insideOf, openLine } from './session-steps.ts'
import { holdTimer, openRoom, openUser, refused, type Tab, upgrade, withToken } from './socket.ts'

startClockAtNoon()

type Status = { online: boolean; userId: number }
const statuses = async (tab: Tab, count: number) =>
  ((await tab.hear('UserStatusChanged', count)) as Status[]).map(({ online }) => online)

/** Makes the lines of somebody look as if nothing had come from them for so long, and lets the party look at them. */
async function hush(person: Person, silentMs: number): Promise<void> {
  await evictDurableObject(userStub(person))
  await inParty(person, (party) => {
    for (const connection of party.getConnections<ConnectionState>())
      connection.setState((line) => ({ ...(line as ConnectionState), openedAt: readTimer() - silentMs }))
  })
  expect(await runDurableObjectAlarm(userStub(person))).toBe(true)
}

describe('a heartbeat', () => {
  it('is answered by the platform, while the party sleeps', async () => {
    const sara = await verifiedStudent()
    const tab = await openUser(sara)
    await evictDurableObject(userStub(sara))
    tab.sendRaw(HEARTBEAT)
    expect(await tab.acknowledged(HEARTBEAT_ACK)).toBe('ok')
    const heardAt = await inParty(sara, (party, state) =>
      [...party.getConnections()].map((one) => state.getWebSocketAutoResponseTimestamp(one)?.getTime() ?? 0),
    )
    expect(Math.abs(readTimer() - (heardAt[0] ?? 0))).toBeLessThan(60_000)
  })

  it('keeps the line, however long ago it was opened', async () => {
    const { student, hers, his } = await pairOnline()
    hers.sendRaw(HEARTBEAT)
    await hers.acknowledged(HEARTBEAT_ACK)
    await hush(student, HEARTBEAT_TIMEOUT_MS)
    expect(await hers.send('ping')).toBe('ok')
    expect(his.heard('UserStatusChanged')).toEqual([])
  })
})

describe('a line that falls silent', () => {
  it('is asked whether it lives, and is kept if it says anything', async () => {
    const { student, hers } = await pairOnline()
    await hush(student, PING_AFTER_MS)
    await hers.hear('ping')
    hers.sendRaw(HEARTBEAT)
    await hers.acknowledged(HEARTBEAT_ACK)
    await runDurableObjectAlarm(userStub(student))
    expect(await inParty(student, (party) => party.isOnline())).toBe(true)
  })

  it('is dead after less than thirty seconds: the person is gone, and was last seen then', async () => {
    const { student, hers, his } = await pairOnline()
    await hush(student, HEARTBEAT_TIMEOUT_MS)
    expect(await hers.ended()).toBe(CLOSE_CODE.heartbeatTimeout)
    expect(await statuses(his, 1)).toEqual([false])
    expect(await inParty(student, (party) => party.isOnline())).toBe(false)
    const seen = await row<{ at: number; room: number }>(
      `SELECT u.last_seen AS at, m.last_seen AS room FROM users u JOIN room_members m ON m.user_id = u.id WHERE u.id = ?`,
      student.id,
    )
    expect(seen).toEqual({ at: NOW, room: NOW })
    await openUser(student)
    expect(await statuses(his, 2)).toEqual([false, true])
  })

  it('is not looked for where nobody is: the last one leaves nothing to wake up for', async () => {
    const { student, hers } = await pairOnline()
    await hers.close()
    await runDurableObjectAlarm(userStub(student))
    expect(await inParty(student, (_party, { storage }) => storage.getAlarm())).toBeNull()
  })
})

describe('last seen', () => {
  it('is when the last tab went, not one before', async () => {
    const sara = await verifiedStudent()
    const seen = () => row<{ at: number | null }>('SELECT last_seen AS at FROM users WHERE id = ?', sara.id)
    const [first, second] = [await openUser(sara), await openUser(sara)]
    await first.close()
    expect(await second.send('ping')).toBe('ok')
    expect(await seen()).toEqual({ at: null })
    setNow(NOW + 5000)
    await second.close()
    await inParty(sara, (party) => party.endSessions(0))
    expect(await seen()).toEqual({ at: NOW + 5000 })
  })
})

describe('a socket that floods', () => {
  it('is refused, then closed, and hurts nobody else', async () => {
    const { student, roomId, hers, his } = await pairOnline()
    const second = await openUser(student)
    holdTimer()
    const burst = Array.from({ length: FRAME_THROTTLE.burst + FRAME_THROTTLE.maxRefusals + 50 }, () =>
      hers.send('ping'),
    )
    void Promise.allSettled(burst)
    expect(await hers.ended()).toBe(CLOSE_CODE.limitExceeded)
    const codes = hers.frames.filter((frame) => 'ack' in frame).map(({ code }) => code)
    expect(codes.slice(0, FRAME_THROTTLE.burst)).toEqual(Array(FRAME_THROTTLE.burst).fill('ok'))
    expect(codes.filter((code) => code === 'unreachable').length).toBeGreaterThan(FRAME_THROTTLE.maxRefusals / 2)
    expect(await second.send('SendMessage', { roomId, text: 'أهلا', refId: 'a' })).toBe('ok')
    expect(await heardMessages(his, 1)).toHaveLength(1)
    expect(await his.send('ping')).toBe('ok')
  })

  it('with nonsense is closed the sooner', async () => {
    const tab = await openUser(await verifiedStudent())
    holdTimer()
    for (let frame = 0; frame < 300; frame++) tab.sendRaw('{')
    expect(await tab.ended()).toBe(CLOSE_CODE.limitExceeded)
    expect(tab.frames.length).toBeLessThanOrEqual(300)
  })

  it('in a room that is only listened to is closed as well', async () => {
    const [loud, quiet] = [await verifiedStudent(), await verifiedStudent()]
    const [tab, other] = [await openRoom('TutorsCache', loud), await openRoom('TutorsCache', quiet)]
    holdTimer()
    for (let frame = 0; frame < 400; frame++) tab.sendRaw('x'.repeat(1000))
    expect(await tab.ended()).toBe(CLOSE_CODE.limitExceeded)
    expect(await other.send('ping')).toBe('ok')
  })

  it('is one of too many of one person: the oldest makes room', async () => {
    const sara = await verifiedStudent()
    const tabs: Tab[] = []
    for (let count = 0; count <= MAX_CONNECTIONS_PER_USER; count++) tabs.push(await openUser(sara))
    expect(await tabs[0]?.ended()).toBe(CLOSE_CODE.limitExceeded)
    for (const tab of tabs.slice(1)) expect(await tab.send('ping')).toBe('ok')
  })

  it('makes room among one’s own, not among those of others', async () => {
    const [sara, omar] = [await verifiedStudent(), await verifiedStudent()]
    const his = await openRoom('TutorsCache', omar)
    const tabs: Tab[] = []
    for (let count = 0; count <= MAX_CONNECTIONS_PER_USER; count++) tabs.push(await openRoom('TutorsCache', sara))
    expect(await tabs[0]?.ended()).toBe(CLOSE_CODE.limitExceeded)
    expect(await his.send('ping')).toBe('ok')
  })
})

describe('a token that ends takes its sockets with it', () => {
  it('when it expires', async () => {
    const sara = await verifiedStudent()
    const tabs = [await openUser(sara), await openRoom('TutorsCache', sara)]
    const week = 7 * 24 * 60 * 60_000
    setNow(NOW + week - 1000)
    await runDurableObjectAlarm(userStub(sara))
    expect(await tabs[0]?.send('ping')).toBe('ok')
    setNow(NOW + week)
    await runDurableObjectAlarm(userStub(sara))
    expect(await tabs[0]?.ended()).toBe(CLOSE_CODE.signedOut)
  })

  it('when its owner signs out everywhere; the new one is let in', async () => {
    const [sara, omar] = [await verifiedStudent(), await verifiedStudent()]
    const tabs = [await openUser(sara), await openUser(sara), await openRoom('TutorsCache', sara)]
    const his = [await openUser(omar), await openRoom('TutorsCache', omar)]
    const token = await expectOk<string>(callApi('POST', '/auth/sign-out-everywhere', { as: sara }))
    for (const tab of tabs) expect(await tab.ended()).toBe(CLOSE_CODE.signedOut)
    expect(await refused(upgrade(`/parties/user/${sara.id}`, withToken(sara.token)))).toEqual([401, 'unauthenticated'])
    const tab = await openUser({ ...sara, token })
    expect(await tab.send('ping')).toBe('ok')
    for (const other of his) expect(await other.send('ping')).toBe('ok')
  })

  it('when its owner signs out while it waits before a lesson, however early', async () => {
    const { student, tutor, slot } = await bookingFixture()
    const session = await sessionIdOf(await book(student, { tutor, slot, start: at(25) }))
    const [hers, his] = [await openLine(session, student), await openLine(session, tutor)]
    await expectOk(callApi('POST', '/auth/sign-out-everywhere', { as: student }))
    expect(await hers.ended()).toBe(CLOSE_CODE.signedOut)
    expect(await his.send('ping')).toBe('ok')
  })

  it('though it was on its way when its owner signed out', async () => {
    const { student, tutor, slot } = await bookingFixture()
    const session = await sessionIdOf(await book(student, { tutor, slot, start: at(25) }))
    const validFrom = NOW / 1000 + 1
    await sessionParty(bindings, session).endSessions(student.id, validFrom)
    await broadcastParty(bindings, 'TutorsCache', student.id).endSessions(student.id, validFrom)
    for (const late of [await openLine(session, student), await openRoom('TutorsCache', student)])
      expect(await late.ended()).toBe(CLOSE_CODE.signedOut)
    expect(await (await openLine(session, tutor)).send('ping')).toBe('ok')
  })

  it('when its owner signs out in the middle of a lesson, which the other one sees', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const session = await sessionIdOf(await book(student, { tutor, slot, start: at(25) }))
    setNow(at(25))
    const [hers, his] = [await enterRoom(session, student), await enterRoom(session, tutor)]
    await expectOk(callApi('POST', '/auth/sign-out-everywhere', { as: student }))
    expect(await hers.ended()).toBe(CLOSE_CODE.signedOut)
    expect(await his.hear('MemberLeftSessionId')).toEqual([{ userId: student.id }])
    expect(await insideOf(session, tutor)).toEqual([tutor.id])
  })

  it('when the password is changed or reset', async () => {
    const sara = await verifiedStudent()
    const first = await openUser(sara)
    const password = { current: PASSWORD, new: 'Another2026!' }
    await expectOk(callApi('PUT', `/user/${sara.id}`, { as: sara, body: { password } }))
    expect(await first.ended()).toBe(CLOSE_CODE.signedOut)

    const now = NOW + 60_000
    setNow(now)
    const again = { ...sara, token: await tokenFor(sara.id) }
    const second = await openUser(again)
    await expectOk(callApi('POST', '/confirmation-code/password/send', { body: { email: sara.email } }))
    const body = { email: sara.email, code: await mailedCode(sara.email), password: 'Third2026!' }
    await expectOk(callApi('POST', '/confirmation-code/password/confirm', { body }))
    expect(await second.ended()).toBe(CLOSE_CODE.signedOut)
  })
})
