import { beforeEach, describe, expect, it } from 'vitest'
import { minutes } from '#domain/cairo'
import { admin, insertLesson, onboardedTutor, type Person, setNow } from '#tests/people'
import { at, iso, startClockAtNoon, tryCancel } from '../api/lesson-fixtures.ts'
import { sessionIdOf } from '../api/session-fixtures.ts'
import { attendanceOf, candidate, enterRoom, heldLesson, insideOf, offer, openLine, START } from './session-steps.ts'
import { refused, type Tab, upgrade, withToken } from './socket.ts'

startClockAtNoon()

let tutor: Person
let student: Person
let stranger: Person
let lesson: { id: number }
let session: string

beforeEach(async () => {
  ;({ tutor, student, stranger, lesson, session } = await heldLesson())
})

const enter = (as: Person) => enterRoom(session, as)
const both = async (): Promise<[Tab, Tab]> => [await enter(tutor), await enter(student)]
const attendance = () => attendanceOf(session)
const inside = (as = student) => insideOf(session, as)

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
      for (const member of [tutor, student]) {
        const line = await openLine(session, member)
        expect([now, line.upgrade.status, await line.send('ping')]).toEqual([now, 101, 'ok'])
      }
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
    expect(await tryCancel(student, lesson)).toBe('ok')
    const answer = upgrade(`/parties/session/${session}`, withToken(student.token))
    expect(await refused(answer)).toEqual([403, 'forbidden'])
  })
})

describe('coming in', () => {
  it('one learns how media travel, when the room closes and who is there', async () => {
    const his = await enter(tutor)
    const mine = await openLine(session, student)
    expect(await mine.send('PreJoinSession', { sessionId: session })).toBe('ok')
    expect(mine.heard('SessionReady')).toEqual([
      {
        carrier: 'peer',
        iceServers: [{ urls: 'stun:stun.cloudflare.com:3478' }],
        start: iso(START),
        end: iso(START + minutes(30)),
        closesAt: iso(START + minutes(60)),
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
    const tab = await openLine(session, student)
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
    const waiting = await openLine(session, tutor)
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
    const waiting = await openLine(session, student)
    const frames = his.frames.length
    for (const [event, payload] of SAYINGS())
      expect([event, await waiting.send(event, payload)]).toEqual([event, 'not-member'])
    expect(his.frames).toHaveLength(frames)
    expect(await his.send('ToggleMic', { session, mic: true })).toBe('ok')
    expect(waiting.heard('MicToggled')).toEqual([])
  })

  it('one speaks of this session only, by its name', async () => {
    const [, mine] = await both()
    const other = await insertLesson({ tutor, student, start: at(5) })
    expect(await mine.send('JoinSession', { sessionId: await sessionIdOf({ id: other }) })).toBe('unallowed')
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
