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

describe('coming and going', () => {
  it('is told once, however often one joins with the same tab', () => {
    const first = step([], sara, { type: 'join' })
    expect(first.effects).toEqual([{ type: 'joined', userId: SARA }])
    expect(step(first.room, sara, { type: 'join' })).toEqual({ room: first.room, result: 'ok', effects: [] })
  })

  it('with another tab takes the place of the first, with what was switched on', () => {
    const { room } = step(inside(sara), sara, { type: 'switch', source: 'mic', on: true })
    const moved = step(room, { userId: SARA, tab: 's2' }, { type: 'join' })
    expect(moved.effects).toEqual([{ type: 'moved', userId: SARA, from: 's1' }])
    expect(moved.room).toEqual([{ userId: SARA, tab: 's2', camera: false, mic: true, screen: false }])
    // The first tab's good-bye is no longer hers.
    expect(leave(moved.room, sara)).toEqual({ room: moved.room, result: 'ok', effects: [] })
  })

  it('ends with a good-bye', () => {
    const gone = step(inside(sara, omar), sara, { type: 'leave' })
    expect(gone.effects).toEqual([{ type: 'left', userId: SARA }])
    expect(gone.room.map(({ userId }) => userId)).toEqual([OMAR])
  })

  it('never leaves more than one seat for each member', () => {
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
      effects: [{ type: 'passed', to: 'o1' }],
    })
    expect(step(inside(sara), sara, { type: 'signal' })).toMatchObject({ result: 'unreachable', effects: [] })
  })

  it('one calls for the other member only, there or not', () => {
    const call = (room: SessionRoom, userId: number) => step(room, sara, { type: 'call', userId })
    expect(call(inside(sara, omar), OMAR)).toMatchObject({ result: 'ok', effects: [{ type: 'passed', to: 'o1' }] })
    expect(call(inside(sara), OMAR)).toMatchObject({ result: 'ok', effects: [] })
    for (const userId of [SARA, NOUR]) expect(call(inside(sara, omar), userId).result).toBe('not-member')
  })

  it('what is switched is kept and told', () => {
    const { room, effects } = step(inside(sara, omar), omar, { type: 'switch', source: 'camera', on: true })
    expect(effects).toEqual([{ type: 'switched', userId: OMAR, source: 'camera', on: true }])
    expect(room.map(({ camera }) => camera)).toEqual([false, true])
  })

  it('who has not joined, or has with another tab, reaches nobody', () => {
    const acts: RoomAct[] = [
      { type: 'signal' },
      { type: 'call', userId: OMAR },
      { type: 'switch', source: 'screen', on: true },
    ]
    const room = inside(sara, omar)
    for (const act of acts)
      expect(step(room, { userId: SARA, tab: 's2' }, act)).toEqual({ room, result: 'not-member', effects: [] })
  })
})

describe('whether a member may act', () => {
  const ACTS: RoomAct[] = [
    ...(['pre-join', 'join', 'leave', 'signal'] as const).map((type) => ({ type })),
    { type: 'call', userId: OMAR },
    { type: 'switch', source: 'mic', on: true },
  ]
  const at = (now: number, actor = sara, meeting: ScheduledMeeting | null = lesson) =>
    ACTS.map((act) => whyNotAct({ meeting, kind: 'lesson' }, actor, act, now))
  const none = ACTS.map(() => 'unallowed')

  it('anybody else never may, nor a member of what was cancelled or is over', () => {
    expect(at(start)).toEqual(ACTS.map(() => null))
    expect(at(start, { userId: NOUR, tab: 'n1' })).toEqual(none)
    expect(at(start, sara, { ...lesson, isCanceled: true })).toEqual(none)
    expect(at(start + minutes(60) + 1)).toEqual(none)
  })

  it('before the room opens one waits', () => {
    expect(at(0)).toEqual([null, 'unallowed', null, 'unallowed', 'unallowed', 'unallowed'])
  })

  it('what is gone has a name', () => {
    expect(new Set(at(start, sara, null))).toEqual(new Set(['lesson-not-found']))
    expect(whyNotAct({ meeting: null, kind: 'interview' }, sara, { type: 'join' }, start)).toBe('interview-not-found')
  })
})
