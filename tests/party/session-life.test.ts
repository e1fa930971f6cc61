import { evictDurableObject } from 'cloudflare:test'
import { beforeEach, describe, expect, it } from 'vitest'
import { CLOSE_CODE } from '#contract/live/frames'
import { SESSION_CLOSE_CODE } from '#contract/live/session'
import { minutes } from '#domain/cairo'
import { FRAME_THROTTLE, MAX_CONNECTIONS_PER_USER } from '#domain/live'
import {
  bindings,
  callApi,
  expectOk,
  insertSlot,
  type Person,
  rows,
  setNow,
  tokenFor,
  tutorManager,
} from '#tests/people'
import { sessionParty } from '../../party/stubs.ts'
import { at, book, bookingFixture, iso, startClockAtNoon, tryCancel, tryMove } from '../api/lesson-fixtures.ts'
import { insertDemoSession, insertInterview, sessionIdOf } from '../api/session-fixtures.ts'
import { alarmOf, runAlarm } from './alarms.ts'
import {
  attendanceOf,
  candidate,
  enterRoom,
  lessonInProgress,
  offer,
  openSessionSocket,
  participantsOf,
  START,
} from './session-rooms.ts'
import { freezeTimer, refusalOf, type Tab, upgrade, withToken } from './socket.ts'

startClockAtNoon()

let tutor: Person
let student: Person
let lesson: { id: number }
let session: string

beforeEach(async () => {
  ;({ tutor, student, lesson, session } = await lessonInProgress())
})

const enter = (as: Person) => enterRoom(session, as)
const both = async (): Promise<[Tab, Tab]> => [await enter(tutor), await enter(student)]
const attendance = () => attendanceOf(session)
const inside = (as = student) => participantsOf(session, as)
/** The same person a day later, with a new token. */
const again = async (person: Person): Promise<Person> => ({ ...person, token: await tokenFor(person.id) })

describe('the end', () => {
  it('comes with a cancellation: both are notified, disconnected and recorded', async () => {
    setNow(START - minutes(5))
    const [his, mine] = await both()
    expect(await tryCancel(tutor, lesson)).toBe('ok')
    for (const tab of [his, mine]) {
      await tab.receive('SessionEnded')
      expect(await tab.waitForClose()).toBe(SESSION_CLOSE_CODE.over)
    }
    expect((await attendance()).map(({ type }) => type)).toEqual([1, 1, 2, 2])
  })

  it('comes half an hour after the lesson’s, by the room’s own alarm', async () => {
    const [his, mine] = await both()
    setNow(START + minutes(60) + 1)
    await runAlarm(session)
    for (const tab of [his, mine]) expect(await tab.waitForClose()).toBe(SESSION_CLOSE_CODE.over)
    expect((await attendance()).map(({ type }) => type)).toEqual([1, 1, 2, 2])
    expect(await alarmOf(session)).toBeNull()
  })
})

describe('a lesson that is moved', () => {
  it('empties the room until its new hours, which those who wait receive', async () => {
    const { tutor, student, slot } = await bookingFixture()
    setNow(at(24) - minutes(10))
    const [his, hers] = [await again(tutor), await again(student)]
    const lesson = await book(hers, { tutor, slot, start: at(24) })
    session = await sessionIdOf(lesson)
    const [mine] = [await enter(hers), await enter(his)]
    expect(await tryMove(hers, { lesson, slot, start: at(26) })).toBe('ok')
    expect(await mine.receive('MemberLeftSessionId', 2)).toHaveLength(2)
    const hours = (await mine.receive('SessionReady', 2)).at(-1)
    expect(hours).toMatchObject({ start: iso(at(26)), closesAt: iso(at(27)) })
    expect(await mine.send('JoinSession', { sessionId: session })).toBe('unallowed')
    expect(await inside(hers)).toEqual([])
  })
})

describe('a socket that floods', () => {
  it('is refused for a while, then closed; the other participant notices only that it left', async () => {
    const [his, mine] = await both()
    const frame = JSON.stringify({ event: 'PingSessionMember', payload: { sessionId: session, userId: tutor.id } })
    freezeTimer()
    for (let sent = 0; sent < FRAME_THROTTLE.burst + FRAME_THROTTLE.maxRefusals + 50; sent++) mine.sendRaw(frame)
    expect(await mine.waitForClose()).toBe(CLOSE_CODE.limitExceeded)
    const codes = mine.frames.filter((frame) => 'ack' in frame && frame.ack === null).map(({ code }) => code)
    expect(new Set(codes)).toEqual(new Set(['ok', 'unreachable']))
    expect(his.received('PingSessionMember').length).toBeLessThan(2 * FRAME_THROTTLE.burst)
    expect(await his.receive('MemberLeftSessionId')).toEqual([{ userId: student.id }])
    expect(await his.send('ToggleMic', { session, mic: true })).toBe('ok')
  })

  it('has room for the candidates of a call', async () => {
    const [his, mine] = await both()
    const answers = Array.from({ length: 60 }, () => mine.send('IceCandidate', { sessionId: session, candidate }))
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['ok']))
    expect(his.received('IceCandidate')).toHaveLength(60)
  })

  it('by being one too many of a user is closed: the oldest one, and the other member stays', async () => {
    const his = await enter(tutor)
    const tabs: Tab[] = []
    for (let count = 0; count <= MAX_CONNECTIONS_PER_USER; count++) tabs.push(await openSessionSocket(session, student))
    expect(await tabs[0]?.waitForClose()).toBe(CLOSE_CODE.limitExceeded)
    expect(await tabs.at(-1)?.send('ping')).toBe('ok')
    expect(await his.send('ToggleMic', { session, mic: true })).toBe('ok')
  })
})

describe('a room that hibernates', () => {
  const evict = (webSockets: 'hibernate' | 'close') =>
    evictDurableObject(sessionParty(bindings, session), { webSockets })

  it('wakes with its participants and their media state', async () => {
    const [his, mine] = await both()
    expect(await mine.send('ToggleCamera', { session, camera: true })).toBe('ok')
    await evict('hibernate')
    expect(await mine.send('SessionOffer', { sessionId: session, offer })).toBe('ok')
    expect(await his.receive('SessionOffer')).toEqual([{ userId: student.id, offer }])
    const again = await enter(student)
    expect(again.received('SessionMembers').at(-1)).toEqual({
      members: [
        { userId: tutor.id, camera: false, mic: false, screen: false },
        { userId: student.id, camera: true, mic: false, screen: false },
      ],
    })
  })

  it('and loses its sockets, as on a deployment, records who has left', async () => {
    await both()
    await evict('close')
    expect(await inside()).toEqual([])
    expect((await attendance()).map(({ type }) => type)).toEqual([1, 1, 2, 2])
  })
})

describe('interviews and demo sessions', () => {
  it('have rooms like lessons', async () => {
    const manager = await tutorManager()
    const slot = await insertSlot(manager, START, START + minutes(120), 4)
    const rooms = [
      await insertInterview({ manager, tutor, slot, start: START }),
      await insertDemoSession({ tutor, slot, start: START }),
    ]
    for (const room of rooms) {
      session = room
      const answer = upgrade(`/parties/session/${session}`, withToken(student.token))
      expect(await refusalOf(answer)).toEqual([403, 'forbidden'])
      const [his, hers] = [await enter(tutor), await enter(manager)]
      expect(await hers.send('SessionOffer', { sessionId: session, offer })).toBe('ok')
      expect(await his.receive('SessionOffer')).toEqual([{ userId: manager.id, offer }])
    }
  })

  it('end when they are cancelled', async () => {
    const manager = await tutorManager()
    const slot = await insertSlot(manager, START, START + minutes(120), 4)
    session = await insertInterview({ manager, tutor, slot, start: START })
    const tab = await enter(tutor)
    const { id } = (await rows<{ id: number }>('SELECT id FROM interviews WHERE session_id = ?', session))[0] ?? {
      id: 0,
    }
    await expectOk(callApi('PATCH', '/interview', { as: manager, body: { id, status: 4 } }))
    expect(await tab.waitForClose()).toBe(SESSION_CLOSE_CODE.over)
  })
})
