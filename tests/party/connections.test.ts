import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { decodeJwt } from 'jose'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { CLOSE_CODE, HEARTBEAT, HEARTBEAT_ACK } from '#contract/live/frames'
import {
  FRAME_THROTTLE,
  HEARTBEAT_TIMEOUT_MS,
  MAX_CONNECTIONS_PER_USER,
  MAX_MESSAGES_TOGETHER,
  PERSON_THROTTLE,
  PING_AFTER_MS,
} from '#domain/live'
import {
  bindings,
  callApi,
  expectOk,
  mailedResetCode,
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
import { inUserParty, leave, receivedMessages, roomOfTwoOnline, userStub } from './chat-rooms.ts'
import { enterRoom, openSessionSocket, participantsOf } from './session-rooms.ts'
import { freezeTimer, openBroadcastRoom, openUserSocket, refusalOf, type Tab, upgrade, withToken } from './socket.ts'

startClockAtNoon()

const PING_FRAME = JSON.stringify({ event: 'ping', ack: 'flood' })

type Status = { online: boolean; userId: number }
const statuses = async (tab: Tab, count: number) =>
  ((await tab.receive('UserStatusChanged', count)) as Status[]).map(({ online }) => online)

/** Makes a user's connections look silent for this long, and runs the alarm that checks them. */
async function simulateSilence(person: Person, silentMs: number): Promise<void> {
  await evictDurableObject(userStub(person))
  await inUserParty(person, (party) => {
    for (const connection of party.getConnections<ConnectionState>())
      connection.setState((state) => ({ ...(state as ConnectionState), openedAt: readTimer() - silentMs }))
  })
  expect(await runDurableObjectAlarm(userStub(person))).toBe(true)
}

describe('a heartbeat', () => {
  it('is answered by the platform while the object hibernates', async () => {
    const sara = await verifiedStudent()
    const tab = await openUserSocket(sara)
    await evictDurableObject(userStub(sara))
    tab.sendRaw(HEARTBEAT)
    expect(await tab.waitForAck(HEARTBEAT_ACK)).toBe('ok')
    const heardAt = await inUserParty(sara, (party, state) =>
      [...party.getConnections()].map((one) => state.getWebSocketAutoResponseTimestamp(one)?.getTime() ?? 0),
    )
    expect(Math.abs(readTimer() - (heardAt[0] ?? 0))).toBeLessThan(60_000)
  })

  it('keeps the connection open, however long ago it was opened', async () => {
    const { student, hers, his } = await roomOfTwoOnline()
    hers.sendRaw(HEARTBEAT)
    await hers.waitForAck(HEARTBEAT_ACK)
    await simulateSilence(student, HEARTBEAT_TIMEOUT_MS)
    expect(await hers.send('ping')).toBe('ok')
    expect(await his.receivedInAll('UserStatusChanged')).toEqual([])
  })
})

describe('a silent connection', () => {
  it('is pinged, and stays open if anything is received from it', async () => {
    const { student, hers } = await roomOfTwoOnline()
    await simulateSilence(student, PING_AFTER_MS)
    await hers.receive('ping')
    hers.sendRaw(HEARTBEAT)
    await hers.waitForAck(HEARTBEAT_ACK)
    await runDurableObjectAlarm(userStub(student))
    expect(await inUserParty(student, (party) => party.isOnline())).toBe(true)
  })

  it('is closed after less than thirty seconds: the user is offline, and was last seen then', async () => {
    const { student, hers, his } = await roomOfTwoOnline()
    await simulateSilence(student, HEARTBEAT_TIMEOUT_MS)
    expect(await hers.waitForClose()).toBe(CLOSE_CODE.heartbeatTimeout)
    expect(await statuses(his, 1)).toEqual([false])
    expect(await inUserParty(student, (party) => party.isOnline())).toBe(false)
    const seen = await row<{ at: number; room: number }>(
      `SELECT u.last_seen AS at, m.last_seen AS room FROM users u JOIN room_members m ON m.user_id = u.id WHERE u.id = ?`,
      student.id,
    )
    expect(seen).toEqual({ at: NOW, room: NOW })
    await openUserSocket(student)
    expect(await statuses(his, 2)).toEqual([false, true])
  })

  it('is not looked for once all have closed: no alarm is left', async () => {
    const { student, hers } = await roomOfTwoOnline()
    await leave(student, hers)
    expect(await inUserParty(student, (_party, { storage }) => storage.getAlarm())).toBeNull()
  })
})

describe('last seen', () => {
  it('is when the last tab closed, not an earlier one', async () => {
    const sara = await verifiedStudent()
    const seen = () => row<{ at: number | null }>('SELECT last_seen AS at FROM users WHERE id = ?', sara.id)
    const [first, second] = [await openUserSocket(sara), await openUserSocket(sara)]
    await first.close()
    expect(await second.send('ping')).toBe('ok')
    expect(await seen()).toEqual({ at: null })
    setNow(NOW + 5000)
    await second.close()
    await inUserParty(sara, (party) => party.endSessions(0))
    expect(await seen()).toEqual({ at: NOW + 5000 })
  })
})

describe('a socket that floods', () => {
  it('is refused, then closed, and affects nobody else', async () => {
    const { student, roomId, hers, his } = await roomOfTwoOnline()
    const second = await openUserSocket(student)
    freezeTimer()
    const burst = Array.from({ length: FRAME_THROTTLE.burst + FRAME_THROTTLE.maxRefusals + 50 }, () =>
      hers.send('ping'),
    )
    void Promise.allSettled(burst)
    expect(await hers.waitForClose()).toBe(CLOSE_CODE.limitExceeded)
    const codes = hers.frames.filter((frame) => 'ack' in frame).map(({ code }) => code)
    expect(codes.slice(0, FRAME_THROTTLE.burst)).toEqual(Array(FRAME_THROTTLE.burst).fill('ok'))
    expect(codes.filter((code) => code === 'unreachable').length).toBeGreaterThan(FRAME_THROTTLE.maxRefusals / 2)
    expect(await second.send('SendMessage', { roomId, text: 'أهلا', refId: 'a' })).toBe('ok')
    expect(await receivedMessages(his, 1)).toHaveLength(1)
    expect(await his.send('ping')).toBe('ok')
  })

  it('is not one that sends 200 messages at once after a time offline', async () => {
    const { student, roomId, hers, his } = await roomOfTwoOnline()
    freezeTimer()
    const refIds = Array.from({ length: 200 }, (_, index) => `tunnel-${index}`)
    const sent = refIds.map((refId) => hers.send('SendMessage', { roomId, text: refId, refId }))
    expect(new Set(await Promise.all(sent))).toEqual(new Set(['ok']))
    for (const tab of [hers, his]) expect((await receivedMessages(tab, 200)).map(({ refId }) => refId)).toEqual(refIds)
    expect(await inUserParty(student, (party) => party.inbox())).toMatchObject([{ roomId, unread: 0 }])
  })

  it('counts each of the messages that go together', async () => {
    const { student, roomId, hers, his } = await roomOfTwoOnline()
    freezeTimer()
    const sendTogether = (from: number) => {
      const refIds = Array.from({ length: MAX_MESSAGES_TOGETHER }, (_, index) => `${from + index}`)
      return hers.send('SendMessages', { roomId, messages: refIds.map((refId) => ({ text: refId, refId })) })
    }
    const codes: string[] = []
    for (let from = 0; from <= FRAME_THROTTLE.burst; from += MAX_MESSAGES_TOGETHER) codes.push(await sendTogether(from))
    expect(codes).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'unreachable'])
    const expected = Array.from({ length: FRAME_THROTTLE.burst }, (_, index) => `${index}`)
    for (const tab of [hers, his])
      expect((await receivedMessages(tab, FRAME_THROTTLE.burst)).map(({ refId }) => refId)).toEqual(expected)
    expect(await inUserParty(student, (party) => party.inbox())).toMatchObject([{ roomId, unread: 0 }])
  })

  it('has no new allowance after it has connected again: the person’s is used up', async () => {
    const sara = await verifiedStudent()
    const quiet = await openUserSocket(await verifiedStudent())
    freezeTimer()
    let accepted = 0
    let closedAtOnce = 0
    for (let round = 0; round < 8; round++) {
      const tab = await openUserSocket(sara)
      for (let frame = 0; frame < FRAME_THROTTLE.burst + FRAME_THROTTLE.maxRefusals + 1; frame++)
        tab.sendRaw(PING_FRAME)
      expect(await tab.waitForClose()).toBe(CLOSE_CODE.limitExceeded)
      const oks = tab.frames.filter(({ ack, code }) => ack === 'flood' && code === 'ok').length
      accepted += oks
      if (oks === 0) closedAtOnce += 1
    }
    expect(accepted).toBeLessThanOrEqual(PERSON_THROTTLE.burst)
    expect(accepted).toBeGreaterThanOrEqual(FRAME_THROTTLE.burst)
    expect(closedAtOnce).toBeGreaterThanOrEqual(4)
    expect(await quiet.send('ping')).toBe('ok')
  })

  it('with invalid frames is closed sooner', async () => {
    const tab = await openUserSocket(await verifiedStudent())
    freezeTimer()
    for (let frame = 0; frame < 300; frame++) tab.sendRaw('{')
    expect(await tab.waitForClose()).toBe(CLOSE_CODE.limitExceeded)
    expect(tab.frames.length).toBeLessThanOrEqual(300)
  })

  it('a publish-only room is closed as well', async () => {
    const [loud, quiet] = [await verifiedStudent(), await verifiedStudent()]
    const [tab, other] = [await openBroadcastRoom('TutorsCache', loud), await openBroadcastRoom('TutorsCache', quiet)]
    freezeTimer()
    for (let frame = 0; frame < 400; frame++) tab.sendRaw('x'.repeat(1000))
    expect(await tab.waitForClose()).toBe(CLOSE_CODE.limitExceeded)
    expect(await other.send('ping')).toBe('ok')
  })

  it('by being one too many of a user is closed: the oldest one', async () => {
    const sara = await verifiedStudent()
    const tabs: Tab[] = []
    for (let count = 0; count <= MAX_CONNECTIONS_PER_USER; count++) tabs.push(await openUserSocket(sara))
    expect(await tabs[0]?.waitForClose()).toBe(CLOSE_CODE.limitExceeded)
    for (const tab of tabs.slice(1)) expect(await tab.send('ping')).toBe('ok')
  })

  it('by number closes its user’s own sockets, not those of others', async () => {
    const [sara, omar] = [await verifiedStudent(), await verifiedStudent()]
    const his = await openBroadcastRoom('TutorsCache', omar)
    const tabs: Tab[] = []
    for (let count = 0; count <= MAX_CONNECTIONS_PER_USER; count++)
      tabs.push(await openBroadcastRoom('TutorsCache', sara))
    expect(await tabs[0]?.waitForClose()).toBe(CLOSE_CODE.limitExceeded)
    expect(await his.send('ping')).toBe('ok')
  })
})

describe('opening a socket', () => {
  it('reads nothing of the others that are open', async () => {
    const sara = await verifiedStudent()
    const read = vi.spyOn(WebSocket.prototype, 'deserializeAttachment')
    onTestFinished(() => read.mockRestore())
    for (const openOne of [() => openUserSocket(sara), () => openBroadcastRoom('TutorsCache', sara)]) {
      const open = 16
      for (let count = 0; count < open; count++) await (await openOne()).send('ping')
      read.mockClear()
      await openOne()
      expect(read.mock.calls.length).toBeLessThan(open)
    }
  })
})

describe('sockets are closed with their token', () => {
  it('when it expires', async () => {
    const sara = await verifiedStudent()
    const tabs = [await openUserSocket(sara), await openBroadcastRoom('TutorsCache', sara)]
    const week = 7 * 24 * 60 * 60_000
    setNow(NOW + week - 1000)
    await runDurableObjectAlarm(userStub(sara))
    expect(await tabs[0]?.send('ping')).toBe('ok')
    setNow(NOW + week)
    await runDurableObjectAlarm(userStub(sara))
    expect(await tabs[0]?.waitForClose()).toBe(CLOSE_CODE.signedOut)
  })

  it('in a publish-only room too, by an alarm that is set for then', async () => {
    const [sara] = [await verifiedStudent()]
    const room = broadcastParty(bindings, 'TutorsCache', sara.id)
    const tab = await openBroadcastRoom('TutorsCache', sara)
    const dueIn = () =>
      runInDurableObject(room, async (_party, { storage }) => ((await storage.getAlarm()) ?? 0) - readTimer())
    const week = 7 * 24 * 60 * 60_000
    const minute = 60_000
    expect(Math.abs((await dueIn()) - week)).toBeLessThan(minute)
    setNow(NOW + week - 10 * minute)
    const renewed = await openBroadcastRoom('TutorsCache', { ...sara, token: await tokenFor(sara.id) })
    await runDurableObjectAlarm(room)
    expect(await tab.send('ping')).toBe('ok')
    expect(Math.abs((await dueIn()) - 10 * minute)).toBeLessThan(minute)
    setNow(NOW + week)
    expect(await runDurableObjectAlarm(room)).toBe(true)
    expect(await tab.waitForClose()).toBe(CLOSE_CODE.signedOut)
    expect(await renewed.send('ping')).toBe('ok')
    expect(Math.abs((await dueIn()) - (week - 10 * minute))).toBeLessThan(minute)
  })

  it('when the owner signs out everywhere; the new token is accepted', async () => {
    const [sara, omar] = [await verifiedStudent(), await verifiedStudent()]
    const tabs = [await openUserSocket(sara), await openUserSocket(sara), await openBroadcastRoom('TutorsCache', sara)]
    const his = [await openUserSocket(omar), await openBroadcastRoom('TutorsCache', omar)]
    const token = await expectOk<string>(callApi('POST', '/auth/sign-out-everywhere', { as: sara }))
    for (const tab of tabs) expect(await tab.waitForClose()).toBe(CLOSE_CODE.signedOut)
    expect(await refusalOf(upgrade(`/parties/user/${sara.id}`, withToken(sara.token)))).toEqual([
      401,
      'unauthenticated',
    ])
    const tab = await openUserSocket({ ...sara, token })
    expect(await tab.send('ping')).toBe('ok')
    for (const other of his) expect(await other.send('ping')).toBe('ok')
  })

  it('when the owner signs out while waiting before a lesson, however early', async () => {
    const { student, tutor, slot } = await bookingFixture()
    const session = await sessionIdOf(await book(student, { tutor, slot, start: at(25) }))
    const [hers, his] = [await openSessionSocket(session, student), await openSessionSocket(session, tutor)]
    await expectOk(callApi('POST', '/auth/sign-out-everywhere', { as: student }))
    expect(await hers.waitForClose()).toBe(CLOSE_CODE.signedOut)
    expect(await his.send('ping')).toBe('ok')
  })

  it('although they were still connecting when the owner signed out', async () => {
    const { student, tutor, slot } = await bookingFixture()
    const session = await sessionIdOf(await book(student, { tutor, slot, start: at(25) }))
    const validFrom = NOW / 1000 + 1
    await sessionParty(bindings, session).endSessions(student.id, validFrom)
    await broadcastParty(bindings, 'TutorsCache', student.id).endSessions(student.id, validFrom)
    for (const late of [await openSessionSocket(session, student), await openBroadcastRoom('TutorsCache', student)])
      expect(await late.waitForClose()).toBe(CLOSE_CODE.signedOut)
    expect(await (await openSessionSocket(session, tutor)).send('ping')).toBe('ok')
  })

  it('although they were still connecting when their own session was signed out; other devices stay', async () => {
    const { student, tutor, slot } = await bookingFixture()
    const session = await sessionIdOf(await book(student, { tutor, slot, start: at(25) }))
    const { sid = '' } = decodeJwt<{ sid: string }>(student.token)
    await userStub(student).endSession(sid)
    await sessionParty(bindings, session).endSession(student.id, sid)
    await broadcastParty(bindings, 'TutorsCache', student.id).endSession(student.id, sid)
    const open = async (person: Person) => [
      await openUserSocket(person),
      await openSessionSocket(session, person),
      await openBroadcastRoom('TutorsCache', person),
    ]
    for (const late of await open(student)) expect(await late.waitForClose()).toBe(CLOSE_CODE.signedOut)
    for (const tab of await open({ ...student, token: await tokenFor(student.id) }))
      expect(await tab.send('ping')).toBe('ok')
  })

  it('when the owner signs out in the middle of a lesson, which the other participant sees', async () => {
    const { tutor, student, slot } = await bookingFixture()
    const session = await sessionIdOf(await book(student, { tutor, slot, start: at(25) }))
    setNow(at(25))
    const [hers, his] = [await enterRoom(session, student), await enterRoom(session, tutor)]
    await expectOk(callApi('POST', '/auth/sign-out-everywhere', { as: student }))
    expect(await hers.waitForClose()).toBe(CLOSE_CODE.signedOut)
    expect(await his.receive('MemberLeftSessionId')).toEqual([{ userId: student.id }])
    expect(await participantsOf(session, tutor)).toEqual([tutor.id])
  })

  it('when the password is changed or reset', async () => {
    const sara = await verifiedStudent()
    const first = await openUserSocket(sara)
    const password = { current: PASSWORD, new: 'Another2026!' }
    await expectOk(callApi('PUT', `/user/${sara.id}`, { as: sara, body: { password } }))
    expect(await first.waitForClose()).toBe(CLOSE_CODE.signedOut)

    const now = NOW + 60_000
    setNow(now)
    const again = { ...sara, token: await tokenFor(sara.id) }
    const second = await openUserSocket(again)
    await expectOk(callApi('POST', '/confirmation-code/password/send', { body: { email: sara.email } }))
    const body = { email: sara.email, code: await mailedResetCode(sara.email), password: 'Third2026!' }
    await expectOk(callApi('POST', '/confirmation-code/password/confirm', { body }))
    expect(await second.waitForClose()).toBe(CLOSE_CODE.signedOut)
  })
})
