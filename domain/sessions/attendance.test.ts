import { describe, expect, it } from 'vitest'
import { attendedDuring, presenceOf } from './attendance.ts'
import { PresenceEvent } from './session-id.ts'

const { UserJoined, UserLeft } = PresenceEvent
const event = (type: PresenceEvent, at: number) => ({ type, at })

describe('attendance', () => {
  it('is paired from joining and leaving, whatever was lost', () => {
    expect(presenceOf([])).toEqual([])
    expect(
      presenceOf([
        event(UserLeft, 1),
        event(UserJoined, 2),
        event(UserJoined, 3),
        event(UserLeft, 5),
        event(UserLeft, 6),
        event(UserJoined, 8),
      ]),
    ).toEqual([
      { start: 2, end: 5 },
      { start: 8, end: null },
    ])
  })

  it('counts inside of the lesson only', () => {
    const times = [
      { start: 0, end: 15 },
      { start: 30, end: null },
    ]
    expect(attendedDuring(times, { start: 10, end: 40 }, 35)).toBe(10)
    expect(attendedDuring(times, { start: 10, end: 40 }, 100)).toBe(15)
    expect(attendedDuring([], { start: 10, end: 40 }, 100)).toBe(0)
  })
})
