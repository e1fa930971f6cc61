import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hours, minutes } from '../cairo.ts'
import type { ScheduledMeeting } from './access.ts'
import { leave, type RoomAct, type RoomActor, type SessionRoom, stepRoom, whyNotAct } from './room.ts'

const [SARA, OMAR, NOUR] = [1, 2, 3]
const BOTH = [SARA, OMAR]
const start = hours(10)
const lesson: ScheduledMeeting = { kind: 'lesson', memberIds: BOTH, start, end: start + minutes(30), isCanceled: false }

const sara = { userId: SARA, tab: 's1' }
const omar = { userId: OMAR, tab: 'o1' }
const step = (room: SessionRoom, actor: RoomActor, act: RoomAct) => stepRoom(room, BOTH, actor, act)
const inside = (...actors: RoomActor[]): SessionRoom =>
  actors.reduce<SessionRoom>((room, actor) => step(room, actor, { type: 'join' }).room, [])

describe('joining and leaving', () => {
  it('is announced once, however often the same tab joins', () => {
    const first = step([], sara, { type: 'join' })
    expect(first.effects).toEqual([{ type: 'joined', userId: SARA }])
    expect(step(first.room, sara, { type: 'join' })).toEqual({ room: first.room, result: 'ok', effects: [] })
  })

  it('with another tab takes over from the first and keeps the media state', () => {
    const { room } = step(inside(sara), sara, { type: 'toggle', source: 'mic', on: true })
    const takenOver = step(room, { userId: SARA, tab: 's2' }, { type: 'join' })
    expect(takenOver.effects).toEqual([{ type: 'taken-over', userId: SARA, from: 's1' }])
    expect(takenOver.room).toEqual([{ userId: SARA, tab: 's2', camera: false, mic: true, screen: false }])
    // The first tab can no longer make her leave.
    expect(leave(takenOver.room, sara)).toEqual({ room: takenOver.room, result: 'ok', effects: [] })
  })

  it('ends with leaving', () => {
    const gone = step(inside(sara, omar), sara, { type: 'leave' })
    expect(gone.effects).toEqual([{ type: 'left', userId: SARA }])
    expect(gone.room.map(({ userId }) => userId)).toEqual([OMAR])
  })

  it('never makes a member a participant twice', () => {
    const acts = fc.constantFrom<RoomAct>({ type: 'join' }, { type: 'leave' }, { type: 'pre-join' }, { type: 'signal' })
    const actors = fc.constantFrom(sara, { ...sara, tab: 's2' }, omar, { ...omar, tab: 'o2' })
    fc.assert(
      fc.property(fc.array(fc.tuple(actors, acts)), (moves) => {
        const room = moves.reduce<SessionRoom>((now, [actor, act]) => step(now, actor, act).room, [])
        expect(new Set(room.map(({ userId }) => userId)).size).toBe(room.length)
      }),
    )
  })
})

describe('inside', () => {
  it('a signal reaches the other one’s tab alone', () => {
    expect(step(inside(sara, omar), sara, { type: 'signal' })).toMatchObject({
      result: 'ok',
      effects: [{ type: 'relayed', to: 'o1' }],
    })
    expect(step(inside(sara), sara, { type: 'signal' })).toMatchObject({ result: 'unreachable', effects: [] })
  })

  it('only the other member can be pinged, present or not', () => {
    const ping = (room: SessionRoom, userId: number) => step(room, sara, { type: 'ping-member', userId })
    expect(ping(inside(sara, omar), OMAR)).toMatchObject({ result: 'ok', effects: [{ type: 'relayed', to: 'o1' }] })
    expect(ping(inside(sara), OMAR)).toMatchObject({ result: 'ok', effects: [] })
    for (const userId of [SARA, NOUR]) expect(ping(inside(sara, omar), userId).result).toBe('not-member')
  })

  it('a toggle is stored and announced', () => {
    const { room, effects } = step(inside(sara, omar), omar, { type: 'toggle', source: 'camera', on: true })
    expect(effects).toEqual([{ type: 'toggled', userId: OMAR, source: 'camera', on: true }])
    expect(room.map(({ camera }) => camera)).toEqual([false, true])
  })

  it('a tab that has not joined, or has left, reaches nobody', () => {
    const acts: RoomAct[] = [
      { type: 'signal' },
      { type: 'ping-member', userId: OMAR },
      { type: 'toggle', source: 'screen', on: true },
    ]
    const room = inside(sara, omar)
    for (const act of acts)
      expect(step(room, { userId: SARA, tab: 's2' }, act)).toEqual({ room, result: 'not-member', effects: [] })
  })
})

describe('whether an act is allowed', () => {
  const ACTS: RoomAct[] = [
    ...(['pre-join', 'join', 'leave', 'signal'] as const).map((type) => ({ type })),
    { type: 'ping-member', userId: OMAR },
    { type: 'toggle', source: 'mic', on: true },
  ]
  const at = (now: number, actor = sara, meeting: ScheduledMeeting | null = lesson) =>
    ACTS.map((act) => whyNotAct({ meeting, kind: 'lesson' }, actor, act, now))
  const none = ACTS.map(() => 'unallowed')

  it('never for non-members, nor once the meeting is cancelled or over', () => {
    expect(at(start)).toEqual(ACTS.map(() => null))
    expect(at(start, { userId: NOUR, tab: 'n1' })).toEqual(none)
    expect(at(start, sara, { ...lesson, isCanceled: true })).toEqual(none)
    expect(at(start + minutes(60) + 1)).toEqual(none)
  })

  it('before the room opens only waiting and leaving are', () => {
    expect(at(0)).toEqual([null, 'unallowed', null, 'unallowed', 'unallowed', 'unallowed'])
  })

  it('a missing meeting is named by its kind', () => {
    expect(new Set(at(start, sara, null))).toEqual(new Set(['lesson-not-found']))
    expect(whyNotAct({ meeting: null, kind: 'interview' }, sara, { type: 'join' }, start)).toBe('interview-not-found')
  })
})

it('every act of a participant is acknowledged, and leaves the other participant unchanged', () => {
  const room = inside(sara, omar)
  expect(room[0]).toEqual({ userId: SARA, tab: 's1', camera: false, mic: false, screen: false })
  expect(step([], sara, { type: 'join' }).result).toBe('ok')
  expect(step([], sara, { type: 'pre-join' })).toEqual({ room: [], result: 'ok', effects: [] })
  const again = step(room, { userId: SARA, tab: 's2' }, { type: 'join' })
  expect(again).toMatchObject({ result: 'ok', room: [{ tab: 's2' }, { tab: 'o1' }] })
  expect(leave(room, sara)).toMatchObject({ result: 'ok', room: [{ tab: 'o1' }] })
  expect(step(room, sara, { type: 'ping-member', userId: OMAR }).result).toBe('ok')
  expect(step(room, sara, { type: 'toggle', source: 'mic', on: true }).result).toBe('ok')
})
