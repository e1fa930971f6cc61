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
import { alarmOf, ring } from './alarms.ts'
import { attendanceOf, candidate, enterRoom, heldLesson, insideOf, offer, openLine, START } from './session-steps.ts'
import { holdTimer, refused, type Tab, upgrade, withToken } from './socket.ts'

startClockAtNoon()

let tutor: Person
let student: Person
let lesson: { id: number }
let session: string

beforeEach(async () => {
  ;({ tutor, student, lesson, session } = await heldLesson())
})

const enter = (as: Person) => enterRoom(session, as)
const both = async (): Promise<[Tab, Tab]> => [await enter(tutor), await enter(student)]
const attendance = () => attendanceOf(session)
const inside = (as = student) => insideOf(session, as)
/** The same person a day later, signed in anew. */
const again = async (person: Person): Promise<Person> => ({ ...person, token: await tokenFor(person.id) })

describe('the end', () => {
  it('comes with a cancellation: both are told, let go and written down', async () => {
    setNow(START - minutes(5))
    const [his, mine] = await both()
    expect(await tryCancel(tutor, lesson)).toBe('ok')
    for (const tab of [his, mine]) {
      await tab.hear('SessionEnded')
      expect(await tab.ended()).toBe(SESSION_CLOSE_CODE.over)
    }
    expect((await attendance()).map(({ type }) => type)).toEqual([1, 1, 2, 2])
  })

  it('comes half an hour after the lesson’s, by the room’s own alarm', async () => {
    const [his, mine] = await both()
    setNow(START + minutes(60) + 1)
    await ring(session)
    for (const tab of [his, mine]) expect(await tab.ended()).toBe(SESSION_CLOSE_CODE.over)
    expect((await attendance()).map(({ type }) => type)).toEqual([1, 1, 2, 2])
    expect(await alarmOf(session)).toBeNull()
  })
})

describe('a lesson that is moved', () => {
  it('empties the room until its new hours, which those who wait hear', async () => {
    const { tutor, student, slot } = await bookingFixture()
    setNow(at(24) - minutes(10))
    const [his, hers] = [await again(tutor), await again(student)]
    const lesson = await book(hers, { tutor, slot, start: at(24) })
    session = await sessionIdOf(lesson)
    const [mine] = [await enter(hers), await enter(his)]
    expect(await tryMove(hers, { lesson, slot, start: at(26) })).toBe('ok')
    expect(await mine.hear('MemberLeftSessionId', 2)).toHaveLength(2)
    const hours = (await mine.hear('SessionReady', 2)).at(-1)
    expect(hours).toMatchObject({ start: iso(at(26)), closesAt: iso(at(27)) })
    expect(await mine.send('JoinSession', { sessionId: session })).toBe('unallowed')
    expect(await inside(hers)).toEqual([])
  })
})

describe('a socket that floods', () => {
  it('is refused for a while, then closed; the other one notices nothing but that it left', async () => {
    const [his, mine] = await both()
    const said = JSON.stringify({ event: 'PingSessionMember', payload: { sessionId: session, userId: tutor.id } })
    holdTimer()
    for (let sent = 0; sent < FRAME_THROTTLE.burst + FRAME_THROTTLE.maxRefusals + 50; sent++) mine.sendRaw(said)
    expect(await mine.ended()).toBe(CLOSE_CODE.limitExceeded)
    const codes = mine.frames.filter((frame) => 'ack' in frame && frame.ack === null).map(({ code }) => code)
    expect(new Set(codes)).toEqual(new Set(['ok', 'unreachable']))
    expect(his.heard('PingSessionMember').length).toBeLessThan(2 * FRAME_THROTTLE.burst)
    expect(await his.hear('MemberLeftSessionId')).toEqual([{ userId: student.id }])
    expect(await his.send('ToggleMic', { session, mic: true })).toBe('ok')
  })

  it('has room for the candidates of a call', async () => {
    const [his, mine] = await both()
    const answers = Array.from({ length: 60 }, () => mine.send('IceCandidate', { sessionId: session, candidate }))
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['ok']))
    expect(his.heard('IceCandidate')).toHaveLength(60)
  })

  it('one of too many, is closed: the oldest of its person, and the other one stays', async () => {
    const his = await enter(tutor)
    const tabs: Tab[] = []
    for (let count = 0; count <= MAX_CONNECTIONS_PER_USER; count++) tabs.push(await openLine(session, student))
    expect(await tabs[0]?.ended()).toBe(CLOSE_CODE.limitExceeded)
    expect(await tabs.at(-1)?.send('ping')).toBe('ok')
    expect(await his.send('ToggleMic', { session, mic: true })).toBe('ok')
  })
})

describe('a room that is put to sleep', () => {
  const sleep = (webSockets: 'hibernate' | 'close') =>
    evictDurableObject(sessionParty(bindings, session), { webSockets })

  it('wakes with everybody where they were', async () => {
    const [his, mine] = await both()
    expect(await mine.send('ToggleCamera', { session, camera: true })).toBe('ok')
    await sleep('hibernate')
    expect(await mine.send('SessionOffer', { sessionId: session, offer })).toBe('ok')
    expect(await his.hear('SessionOffer')).toEqual([{ userId: student.id, offer }])
    const again = await enter(student)
    expect(again.heard('SessionMembers').at(-1)).toEqual({
      members: [
        { userId: tutor.id, camera: false, mic: false, screen: false },
        { userId: student.id, camera: true, mic: false, screen: false },
      ],
    })
  })

  it('and loses its sockets, as when it is deployed anew, writes down who is gone', async () => {
    await both()
    await sleep('close')
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
      expect(await refused(answer)).toEqual([403, 'forbidden'])
      const [his, hers] = [await enter(tutor), await enter(manager)]
      expect(await hers.send('SessionOffer', { sessionId: session, offer })).toBe('ok')
      expect(await his.hear('SessionOffer')).toEqual([{ userId: manager.id, offer }])
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
    expect(await tab.ended()).toBe(SESSION_CLOSE_CODE.over)
  })
})
