import { runInDurableObject } from 'cloudflare:test'
import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { IceServer, SessionReady } from '#contract/live/session'
import { minutes } from '#domain/cairo'
import { bindings, insertLesson, newAdmin, onboardedTutor, type Person, setNow } from '#tests/people'
import { broadcastFrame } from '../../party/session-wire.ts'
import { at, iso, startClockAtNoon, tryCancel } from '../api/lesson-fixtures.ts'
import { sessionIdOf } from '../api/session-fixtures.ts'
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
import { refusalOf, type Tab, upgrade, withToken } from './socket.ts'

startClockAtNoon()

let tutor: Person
let student: Person
let stranger: Person
let lesson: { id: number }
let session: string

beforeEach(async () => {
  ;({ tutor, student, stranger, lesson, session } = await lessonInProgress())
})

const enter = (as: Person) => enterRoom(session, as)
const both = async (): Promise<[Tab, Tab]> => [await enter(tutor), await enter(student)]
const FOUR_HOURS = 4 * 3600
const RELAY = { TURN_URLS: 'turn:turn.hessa.example:3478,turns:turn.hessa.example:5349', TURN_SECRET: 's'.repeat(32) }

/** Names a relay in the configuration that this session's room reads. */
const configureRelay = (id: string) =>
  runInDurableObject(bindings.SessionParty.getByName(id), (party) => {
    const room = party as unknown as { env: object }
    room.env = { ...room.env, ...RELAY }
  })

/** The servers with a credential, of the last SessionReady. */
const relaysOf = (tab: Tab): IceServer[] =>
  (tab.received('SessionReady') as SessionReady[]).at(-1)?.iceServers.filter(({ credential }) => credential) ?? []

/** The relay's clock is the machine's, which tests do not move. Epoch milliseconds. */
const realNow = () => performance.timeOrigin + performance.now()

const attendance = () => attendanceOf(session)
const inside = (as = student) => participantsOf(session, as)

/** Every frame that only a participant may send. */
const FRAMES = (): [string, Record<string, unknown>][] => [
  ['SessionOffer', { sessionId: session, offer }],
  ['SessionAnswer', { sessionId: session, answer: { type: 'answer', sdp: 'v=0' } }],
  ['IceCandidate', { sessionId: session, candidate }],
  ['PingSessionMember', { sessionId: session, userId: tutor.id }],
  ['PongSessionMember', { sessionId: session, userId: tutor.id }],
  ['ToggleCamera', { session, camera: true }],
  ['ToggleMic', { session, mic: true }],
  ['UserSharingScreen', { session, screen: true }],
]

describe('a session’s connection', () => {
  it('is opened for its two members, before it begins and until it is over', async () => {
    for (const now of [at(-100), START - minutes(15), START, START + minutes(60)]) {
      setNow(now)
      for (const member of [tutor, student]) {
        const tab = await openSessionSocket(session, member)
        expect([now, tab.upgrade.status, await tab.send('ping')]).toEqual([now, 101, 'ok'])
      }
    }
    setNow(START + minutes(60) + 1)
    expect(await refusalOf(upgrade(`/parties/session/${session}`, withToken(student.token)))).toEqual([
      403,
      'forbidden',
    ])
  })

  it('is refused to everybody else, staff too, and for a session that does not exist', async () => {
    const path = `/parties/session/${session}`
    for (const person of [stranger, await newAdmin(), await onboardedTutor()])
      expect(await refusalOf(upgrade(path, { ...withToken(person.token), 'x-user': String(student.id) }))).toEqual([
        403,
        'forbidden',
      ])
    expect(await refusalOf(upgrade(path))).toEqual([401, 'unauthenticated'])
    for (const name of ['lesson:1', 'lesson', crypto.randomUUID(), `lesson:${crypto.randomUUID()}`, `demo:${session}`])
      expect(await refusalOf(upgrade(`/parties/session/${name}`, withToken(student.token)))).toEqual([
        404,
        'session-not-found',
      ])
  })

  it('of a cancelled lesson is refused', async () => {
    expect(await tryCancel(student, lesson)).toBe('ok')
    const answer = upgrade(`/parties/session/${session}`, withToken(student.token))
    expect(await refusalOf(answer)).toEqual([403, 'forbidden'])
  })
})

describe('joining', () => {
  it('tells how media travel, when the room closes and who has joined', async () => {
    const his = await enter(tutor)
    const mine = await openSessionSocket(session, student)
    expect(await mine.send('PreJoinSession', { sessionId: session })).toBe('ok')
    expect(mine.received('SessionReady')).toEqual([
      {
        carrier: 'peer',
        iceServers: [{ urls: 'stun:stun.cloudflare.com:3478' }],
        start: iso(START),
        end: iso(START + minutes(30)),
        closesAt: iso(START + minutes(60)),
      },
    ])
    const alone = { members: [{ userId: tutor.id, camera: false, mic: false, screen: false }] }
    expect(mine.received('SessionMembers')).toEqual([alone])
    expect(his.received('MemberJoinedSessionId')).toEqual([{ userId: tutor.id }])
    expect(await mine.send('JoinSession', { sessionId: session })).toBe('ok')
    expect(await his.receive('MemberJoinedSessionId', 2)).toEqual([{ userId: tutor.id }, { userId: student.id }])
    expect(await inside()).toEqual([tutor.id, student.id].sort())
  })

  it('gives each member a credential of their own for the relay, for four hours, once the room is open', async () => {
    await configureRelay(session)
    setNow(START - minutes(15) - 1)
    const waiting = await openSessionSocket(session, student)
    expect(await waiting.send('PreJoinSession', { sessionId: session })).toBe('ok')
    expect(relaysOf(waiting)).toEqual([])

    setNow(START)
    const earliest = Math.floor(realNow() / 1000) + FOUR_HOURS
    expect(await waiting.send('PreJoinSession', { sessionId: session })).toBe('ok')
    const his = await enter(tutor)
    for (const [tab, person] of [[waiting, student] as const, [his, tutor] as const]) {
      const [relay, ...more] = relaysOf(tab)
      expect(more).toEqual([])
      expect(relay?.urls).toEqual(RELAY.TURN_URLS.split(','))
      const [expiry, userId] = (relay?.username ?? '').split(':').map(Number)
      expect(userId).toBe(person.id)
      expect(expiry).toBeGreaterThanOrEqual(earliest)
      expect(expiry).toBeLessThanOrEqual(Math.floor(realNow() / 1000) + FOUR_HOURS)
      expect(relay?.credential).toBe(
        createHmac('sha1', RELAY.TURN_SECRET)
          .update(relay?.username ?? '')
          .digest('base64'),
      )
    }
  })

  it('is refused before the room opens, waiting is not', async () => {
    setNow(START - minutes(15) - 1)
    const tab = await openSessionSocket(session, student)
    expect(await tab.send('PreJoinSession', { sessionId: session })).toBe('ok')
    expect(await tab.send('JoinSession', { sessionId: session })).toBe('unallowed')
    setNow(START - minutes(15))
    expect(await tab.send('JoinSession', { sessionId: session })).toBe('ok')
  })

  it('is recorded once, and so is leaving, in whichever way', async () => {
    const [his, mine] = await both()
    expect(await mine.send('JoinSession', { sessionId: session })).toBe('ok')
    expect(await mine.send('LeaveSession', { sessionId: session })).toBe('ok')
    expect(await mine.send('LeaveSession', { sessionId: session })).toBe('ok')
    expect(await his.receive('MemberLeftSessionId')).toEqual([{ userId: student.id }])
    expect(await mine.send('JoinSession', { sessionId: session })).toBe('ok')
    await his.close()
    expect(await mine.receive('MemberLeftSessionId', 2)).toEqual([{ userId: student.id }, { userId: tutor.id }])
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

  it('with a second tab takes over from the first, which is notified and reaches nobody any more', async () => {
    const [his, first] = await both()
    expect(await first.send('ToggleMic', { session, mic: true })).toBe('ok')
    const second = await enter(student)
    expect(await first.receive('SessionTakenOver')).toHaveLength(1)
    expect(second.received('SessionMembers').at(-1)).toEqual({
      members: [
        { userId: tutor.id, camera: false, mic: false, screen: false },
        { userId: student.id, camera: false, mic: true, screen: false },
      ],
    })
    for (const [event, payload] of FRAMES())
      expect([event, await first.send(event, payload)]).toEqual([event, 'not-member'])
    expect(await his.send('SessionOffer', { sessionId: session, offer })).toBe('ok')
    expect(await second.receive('SessionOffer')).toEqual([{ userId: tutor.id, offer }])
    expect(await first.receivedInAll('SessionOffer')).toEqual([])
    await first.close()
    expect(await inside()).toEqual([tutor.id, student.id].sort())
    expect((await attendance()).filter(({ userId }) => userId === student.id)).toEqual([
      { type: 1, userId: student.id },
    ])
  })
})

describe('a participant', () => {
  it('sends frames to the other one alone, marked with the sender’s id', async () => {
    const [his, mine] = await both()
    for (const [event, payload] of FRAMES()) expect([event, await mine.send(event, payload)]).toEqual([event, 'ok'])
    const by = { userId: student.id }
    expect(his.received('SessionOffer')).toEqual([{ ...by, offer }])
    expect(his.received('SessionAnswer')).toEqual([{ ...by, answer: { type: 'answer', sdp: 'v=0' } }])
    expect(his.received('IceCandidate')).toEqual([{ ...by, candidate }])
    expect([his.received('PingSessionMember'), his.received('PongSessionMember')]).toEqual([[by], [by]])
    for (const event of ['SessionOffer', 'SessionAnswer', 'IceCandidate', 'PingSessionMember', 'PongSessionMember'])
      expect(await mine.receivedInAll(event)).toEqual([])
    for (const tab of [his, mine]) {
      expect(tab.received('CameraToggle')).toEqual([{ user: student.id, camera: true }])
      expect(tab.received('MicToggled')).toEqual([{ user: student.id, mic: true }])
    }
    expect([his.received('UserSharedScreen'), mine.received('UserSharedScreen')]).toEqual([
      [{ user: student.id, screen: true }],
      [],
    ])
  })

  it('may name the session of a switch as in every other frame', async () => {
    const [his, mine] = await both()
    const by = { user: student.id }
    expect(await mine.send('ToggleCamera', { sessionId: session, camera: true })).toBe('ok')
    expect(await mine.send('ToggleMic', { sessionId: session, mic: true })).toBe('ok')
    expect(await mine.send('UserSharingScreen', { sessionId: session, screen: true })).toBe('ok')
    expect(await his.receive('CameraToggle')).toEqual([{ ...by, camera: true }])
    expect(await his.receive('MicToggled')).toEqual([{ ...by, mic: true }])
    expect(await his.receive('UserSharedScreen')).toEqual([{ ...by, screen: true }])
  })

  it('alone in the room is answered that a signal is unreachable', async () => {
    const mine = await enter(student)
    const waiting = await openSessionSocket(session, tutor)
    expect(await waiting.send('PreJoinSession', { sessionId: session })).toBe('ok')
    expect(await mine.send('SessionOffer', { sessionId: session, offer })).toBe('unreachable')
    expect(await waiting.receivedInAll('SessionOffer')).toEqual([])
  })

  it('can ping the other member and nobody else', async () => {
    const [his, mine] = await both()
    for (const userId of [student.id, stranger.id, 999_999])
      expect(await mine.send('PingSessionMember', { sessionId: session, userId })).toBe('not-member')
    expect(await his.receivedInAll('PingSessionMember')).toEqual([])
  })

  it('is only who has joined: others send nothing and receive no signal', async () => {
    const [his] = await both()
    const waiting = await openSessionSocket(session, student)
    const frames = his.frames.length
    for (const [event, payload] of FRAMES())
      expect([event, await waiting.send(event, payload)]).toEqual([event, 'not-member'])
    // Nothing but the answer to the marker.
    await his.send('ping')
    expect(his.frames).toHaveLength(frames + 1)
    expect(await his.send('ToggleMic', { session, mic: true })).toBe('ok')
    expect(await waiting.receivedInAll('MicToggled')).toEqual([])
  })

  it('can name this session only', async () => {
    const [, mine] = await both()
    const other = await insertLesson({ tutor, student, start: at(5) })
    expect(await mine.send('JoinSession', { sessionId: await sessionIdOf({ id: other }) })).toBe('unallowed')
    expect(await mine.send('JoinSession', { sessionId: `lesson:${crypto.randomUUID()}` })).toBe('unallowed')
    for (const sessionId of ['', 'lesson:1', 'x', session.toUpperCase()])
      expect(await mine.send('JoinSession', { sessionId })).toBe('invalid-session-id')
  })

  it('is answered on invalid frames, which have no other effect', async () => {
    const [his, mine] = await both()
    const frames = his.frames.length
    for (const frame of ['', '{', '[]', 'null', '{"event":"SendMessage"}', `"${'x'.repeat(100_000)}"`])
      expect(await mine.sendUnnamed(frame)).toBe('unreachable')
    expect(await mine.sendUnnamed(new Uint8Array([0, 255]).buffer)).toBe('unreachable')
    expect(await mine.send('SessionOffer', { sessionId: session, offer: { type: 'x', sdp: 1 } })).toBe('unreachable')
    expect(await mine.send('ping')).toBe('ok')
    // Nothing but the answer to the marker.
    await his.send('ping')
    expect(his.frames).toHaveLength(frames + 1)
  })
})

it('a member who goes on in another tab is announced as one who joins', () => {
  const joined = { event: 'MemberJoinedSessionId', payload: { userId: 7 } }
  expect(broadcastFrame({ type: 'joined', userId: 7 })).toEqual(joined)
  expect(broadcastFrame({ type: 'taken-over', userId: 7, from: 'another tab' })).toEqual(joined)
})
