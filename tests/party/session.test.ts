import { evictDurableObject } from 'cloudflare:test'
import { beforeEach, describe, expect, it } from 'vitest'
import { SHUT } from '#contract/live/frames'
import { CLOSED } from '#contract/live/session'
import { minutes } from '#domain/cairo'
import { MAX_TABS, PACE_OF_FRAMES } from '#domain/live'
import {
  admin,
  bindings,
  call,
  expectOk,
  onboardedTutor,
  type Person,
  rows,
  setNow,
  tokenOf,
  tutorManager,
  verifiedStudent,
  writeLesson,
  writeSlot,
} from '#tests/people'
import { sessionParty } from '../../party/stubs.ts'
import { at, beginAtNoon, book, cancelled, iso, moved, stage } from '../api/lesson-calls.ts'
import { demoSession, interview, sessionOf } from '../api/meetings.ts'
import { alarmOf, ring } from './alarms.ts'
import { openTab, refused, type Tab, upgrade, withToken } from './socket.ts'

beginAtNoon()

/** A lesson of half an hour from `at(1)` on. */
const START = at(1)
let tutor: Person
let student: Person
let stranger: Person
let session: string
let lesson: { id: number }

beforeEach(async () => {
  ;[tutor, student, stranger] = await Promise.all([onboardedTutor(), verifiedStudent(), verifiedStudent()])
  lesson = { id: await writeLesson({ tutor, student, start: START }) }
  session = await sessionOf(lesson)
  setNow(START)
})

const open = (as: Person) => openTab(`/parties/session/${session}`, as)
const enter = async (as: Person): Promise<Tab> => {
  const tab = await open(as)
  expect(await tab.send('PreJoinSession', { sessionId: session })).toBe('ok')
  expect(await tab.send('JoinSession', { sessionId: session })).toBe('ok')
  return tab
}
/** The same person a day later, signed in anew. */
const again = async (person: Person): Promise<Person> => ({ ...person, token: await tokenOf(person.id) })
const both = async (): Promise<[Tab, Tab]> => [await enter(tutor), await enter(student)]
const attendance = () =>
  rows<{ type: number; userId: number }>(
    'SELECT type, user_id AS userId FROM session_events WHERE session_id = ? ORDER BY id',
    session,
  )
const inside = (as = student) =>
  expectOk<{ id: number }[]>(call('GET', `/session/${session}`, { as })).then((all) => all.map(({ id }) => id))

const offer = { type: 'offer', sdp: 'v=0' }
const candidate = { candidate: 'candidate:1 1 udp 1 127.0.0.1 9 typ host', sdpMid: '0', sdpMLineIndex: 0 }
/** Everything that somebody inside can say. */
const SAYINGS = (): [string, Record<string, unknown>][] => [
  ['SessionOffer', { sessionId: session, offer }],
  ['SessionAnswer', { sessionId: session, answer: { type: 'answer', sdp: 'v=0' } }],
  ['IceCandidate', { sessionId: session, candidate }],
  ['PingSessionMember', { sessionId: session, userId: tutor.id }],
  ['PongSessionMember', { sessionId: session, userId: tutor.id }],
  ['ToggleCamera', { session, camera: true }],
  ['ToggleMic', { session, mic: true }],
  ['UserSharingScreen', { session, screen: true }],
]

describe('the line of a session', () => {
  it('is opened for its two members, before it begins and until it is over', async () => {
    for (const now of [at(-100), START - minutes(15), START, START + minutes(60)]) {
      setNow(now)
      for (const { id } of [tutor, student]) expect(id).toBeGreaterThan(0)
      const path = `/parties/session/${session}`
      const token = (await open(student)).upgrade
      expect([path, token.status]).toEqual([path, 101])
    }
    setNow(START + minutes(60) + 1)
    expect(await refused(upgrade(`/parties/session/${session}`, withToken(student.token)))).toEqual([403, 'forbidden'])
  })

  it('is refused to everybody else, staff too, and for a session that is none', async () => {
    const path = `/parties/session/${session}`
    for (const person of [stranger, await admin(), await onboardedTutor()])
      expect(await refused(upgrade(path, { ...withToken(person.token), 'x-user': String(student.id) }))).toEqual([
        403,
        'forbidden',
      ])
    expect(await refused(upgrade(path))).toEqual([401, 'unauthenticated'])
    for (const name of ['lesson:1', 'lesson', crypto.randomUUID(), `lesson:${crypto.randomUUID()}`, `demo:${session}`])
      expect(await refused(upgrade(`/parties/session/${name}`, withToken(student.token)))).toEqual([
        404,
        'session-not-found',
      ])
  })

  it('of a cancelled lesson is refused', async () => {
    expect(await cancelled(student, lesson)).toBe('ok')
    const answer = upgrade(`/parties/session/${session}`, withToken(student.token))
    expect(await refused(answer)).toEqual([403, 'forbidden'])
  })
})

describe('coming in', () => {
  it('one learns how media travel, when the room closes and who is there', async () => {
    const his = await enter(tutor)
    const mine = await open(student)
    expect(await mine.send('PreJoinSession', { sessionId: session })).toBe('ok')
    expect(mine.heard('SessionReady')).toEqual([
      {
        ...{ carrier: 'peer', iceServers: [{ urls: 'stun:stun.cloudflare.com:3478' }] },
        ...{ start: iso(START), end: iso(START + minutes(30)), closesAt: iso(START + minutes(60)) },
      },
    ])
    const alone = { members: [{ userId: tutor.id, camera: false, mic: false, screen: false }] }
    expect(mine.heard('SessionMembers')).toEqual([alone])
    expect(his.heard('MemberJoinedSessionId')).toEqual([{ userId: tutor.id }])
    expect(await mine.send('JoinSession', { sessionId: session })).toBe('ok')
    expect(await his.hear('MemberJoinedSessionId', 2)).toEqual([{ userId: tutor.id }, { userId: student.id }])
    expect(await inside()).toEqual([tutor.id, student.id].sort())
  })

  it('one may wait before the room opens, but not be inside', async () => {
    setNow(START - minutes(15) - 1)
    const tab = await open(student)
    expect(await tab.send('PreJoinSession', { sessionId: session })).toBe('ok')
    expect(await tab.send('JoinSession', { sessionId: session })).toBe('unallowed')
    setNow(START - minutes(15))
    expect(await tab.send('JoinSession', { sessionId: session })).toBe('ok')
  })

  it('is written down once, and so is going, however one goes', async () => {
    const [his, mine] = await both()
    expect(await mine.send('JoinSession', { sessionId: session })).toBe('ok')
    expect(await mine.send('LeaveSession', { sessionId: session })).toBe('ok')
    expect(await mine.send('LeaveSession', { sessionId: session })).toBe('ok')
    expect(await his.hear('MemberLeftSessionId')).toEqual([{ userId: student.id }])
    expect(await mine.send('JoinSession', { sessionId: session })).toBe('ok')
    await his.close()
    expect(await mine.hear('MemberLeftSessionId', 2)).toEqual([{ userId: student.id }, { userId: tutor.id }])
    expect(await mine.send('ping')).toBe('ok')
    expect(await attendance()).toEqual([
      { type: 1, userId: tutor.id },
      { type: 1, userId: student.id },
      { type: 2, userId: student.id },
      { type: 1, userId: student.id },
      { type: 2, userId: tutor.id },
    ])
    expect(await inside()).toEqual([student.id])
  })

  it('with a second tab wins over the first, which is told and reaches nobody any more', async () => {
    const [his, first] = await both()
    expect(await first.send('ToggleMic', { session, mic: true })).toBe('ok')
    const second = await enter(student)
    expect(await first.hear('SessionTakenOver')).toHaveLength(1)
    expect(second.heard('SessionMembers').at(-1)).toEqual({
      members: [
        { userId: tutor.id, camera: false, mic: false, screen: false },
        { userId: student.id, camera: false, mic: true, screen: false },
      ],
    })
    for (const [event, payload] of SAYINGS())
      expect([event, await first.send(event, payload)]).toEqual([event, 'not-member'])
    expect(await his.send('SessionOffer', { sessionId: session, offer })).toBe('ok')
    expect(await second.hear('SessionOffer')).toEqual([{ userId: tutor.id, offer }])
    expect(first.heard('SessionOffer')).toEqual([])
    await first.close()
    expect(await inside()).toEqual([tutor.id, student.id].sort())
    expect((await attendance()).filter(({ userId }) => userId === student.id)).toEqual([
      { type: 1, userId: student.id },
    ])
  })
})

describe('inside', () => {
  it('what one says reaches the other one alone, with the name of who said it', async () => {
    const [his, mine] = await both()
    for (const [event, payload] of SAYINGS()) expect([event, await mine.send(event, payload)]).toEqual([event, 'ok'])
    const by = { userId: student.id }
    expect(his.heard('SessionOffer')).toEqual([{ ...by, offer }])
    expect(his.heard('SessionAnswer')).toEqual([{ ...by, answer: { type: 'answer', sdp: 'v=0' } }])
    expect(his.heard('IceCandidate')).toEqual([{ ...by, candidate }])
    expect([his.heard('PingSessionMember'), his.heard('PongSessionMember')]).toEqual([[by], [by]])
    for (const event of ['SessionOffer', 'SessionAnswer', 'IceCandidate', 'PingSessionMember', 'PongSessionMember'])
      expect(mine.heard(event)).toEqual([])
    for (const tab of [his, mine]) {
      expect(tab.heard('CameraToggle')).toEqual([{ user: student.id, camera: true }])
      expect(tab.heard('MicToggled')).toEqual([{ user: student.id, mic: true }])
    }
    expect([his.heard('UserSharedScreen'), mine.heard('UserSharedScreen')]).toEqual([
      [{ user: student.id, screen: true }],
      [],
    ])
  })

  it('a signal to nobody is unreachable', async () => {
    const mine = await enter(student)
    const waiting = await open(tutor)
    expect(await waiting.send('PreJoinSession', { sessionId: session })).toBe('ok')
    expect(await mine.send('SessionOffer', { sessionId: session, offer })).toBe('unreachable')
    expect(waiting.heard('SessionOffer')).toEqual([])
  })

  it('one calls for the other member and nobody else', async () => {
    const [his, mine] = await both()
    for (const userId of [student.id, stranger.id, 999_999])
      expect(await mine.send('PingSessionMember', { sessionId: session, userId })).toBe('not-member')
    expect(his.heard('PingSessionMember')).toEqual([])
  })

  it('who has not joined says nothing and hears no signal', async () => {
    const [his] = await both()
    const waiting = await open(student)
    const frames = his.frames.length
    for (const [event, payload] of SAYINGS())
      expect([event, await waiting.send(event, payload)]).toEqual([event, 'not-member'])
    expect(his.frames).toHaveLength(frames)
    expect(await his.send('ToggleMic', { session, mic: true })).toBe('ok')
    expect(waiting.heard('MicToggled')).toEqual([])
  })

  it('one speaks of this session only, by its name', async () => {
    const [, mine] = await both()
    const other = await writeLesson({ tutor, student, start: at(5) })
    expect(await mine.send('JoinSession', { sessionId: await sessionOf({ id: other }) })).toBe('unallowed')
    expect(await mine.send('JoinSession', { sessionId: `lesson:${crypto.randomUUID()}` })).toBe('unallowed')
    for (const sessionId of ['', 'lesson:1', 'x', session.toUpperCase()])
      expect(await mine.send('JoinSession', { sessionId })).toBe('invalid-session-id')
  })

  it('nonsense is answered and hurts nobody', async () => {
    const [his, mine] = await both()
    const frames = his.frames.length
    for (const frame of ['', '{', '[]', 'null', '{"event":"SendMessage"}', `"${'x'.repeat(100_000)}"`])
      expect(await mine.provoke(frame)).toBe('unreachable')
    expect(await mine.provoke(new Uint8Array([0, 255]).buffer)).toBe('unreachable')
    expect(await mine.send('SessionOffer', { sessionId: session, offer: { type: 'x', sdp: 1 } })).toBe('unreachable')
    expect(await mine.send('ping')).toBe('ok')
    expect(his.frames).toHaveLength(frames)
  })
})

describe('the end', () => {
  it('comes with a cancellation: both are told, let go and written down', async () => {
    setNow(START - minutes(5))
    const [his, mine] = await both()
    expect(await cancelled(tutor, lesson)).toBe('ok')
    for (const tab of [his, mine]) {
      await tab.hear('SessionEnded')
      expect(await tab.ended()).toBe(CLOSED.over)
    }
    expect((await attendance()).map(({ type }) => type)).toEqual([1, 1, 2, 2])
  })

  it('comes half an hour after the lesson’s, by the room’s own alarm', async () => {
    const [his, mine] = await both()
    setNow(START + minutes(60) + 1)
    await ring(session)
    for (const tab of [his, mine]) expect(await tab.ended()).toBe(CLOSED.over)
    expect((await attendance()).map(({ type }) => type)).toEqual([1, 1, 2, 2])
    expect(await alarmOf(session)).toBeNull()
  })
})

describe('a lesson that is moved', () => {
  it('empties the room until its new hours, which those who wait hear', async () => {
    const { tutor, student, slot } = await stage()
    setNow(at(24) - minutes(10))
    const [his, hers] = [await again(tutor), await again(student)]
    const lesson = await book(hers, { tutor, slot, start: at(24) })
    session = await sessionOf(lesson)
    const [mine] = [await enter(hers), await enter(his)]
    expect(await moved(hers, { lesson, slot, start: at(26) })).toBe('ok')
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
    for (let sent = 0; sent < PACE_OF_FRAMES.burst + PACE_OF_FRAMES.refusals + 50; sent++) mine.sendRaw(said)
    expect(await mine.ended()).toBe(SHUT.flooding)
    const codes = mine.frames.filter((frame) => 'ack' in frame && frame.ack === null).map(({ code }) => code)
    expect(new Set(codes)).toEqual(new Set(['ok', 'unreachable']))
    expect(his.heard('PingSessionMember').length).toBeLessThan(2 * PACE_OF_FRAMES.burst)
    expect(await his.hear('MemberLeftSessionId')).toEqual([{ userId: student.id }])
    expect(await his.send('ToggleMic', { session, mic: true })).toBe('ok')
  })

  it('has room for the candidates of a call', async () => {
    const [his, mine] = await both()
    const answers = Array.from({ length: 60 }, () => mine.send('IceCandidate', { sessionId: session, candidate }))
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['ok']))
    expect(his.heard('IceCandidate')).toHaveLength(60)
  })

  it('one of too many, is closed: the oldest', async () => {
    const tabs: Tab[] = []
    for (let count = 0; count <= MAX_TABS; count++) tabs.push(await open(student))
    expect(await tabs[0]?.ended()).toBe(SHUT.flooding)
    expect(await tabs.at(-1)?.send('ping')).toBe('ok')
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
    const slot = await writeSlot(manager, START, START + minutes(120), 4)
    const rooms = [
      await interview({ manager, tutor, slot, start: START }),
      await demoSession({ tutor, slot, start: START }),
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
    const slot = await writeSlot(manager, START, START + minutes(120), 4)
    session = await interview({ manager, tutor, slot, start: START })
    const tab = await enter(tutor)
    const { id } = (await rows<{ id: number }>('SELECT id FROM interviews WHERE session_id = ?', session))[0] ?? {
      id: 0,
    }
    await expectOk(call('PATCH', '/interview', { as: manager, body: { id, status: 4 } }))
    expect(await tab.ended()).toBe(CLOSED.over)
  })
})
