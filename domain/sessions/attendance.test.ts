import { describe, expect, it } from 'vitest'
import { RETENTION } from '../retention.ts'
import { attendanceArchivedBefore, attendedDuring, presenceOf, togetherFor } from './attendance.ts'
import { PresenceEvent } from './session-id.ts'

const { UserJoined, UserLeft } = PresenceEvent
const event = (type: PresenceEvent, at: number) => ({ type, at })

describe('attendance', () => {
  it('is computed from joining and leaving, whichever events are missing', () => {
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

  it('of two people is together while both are there', () => {
    const one = [
      { start: 0, end: 15 },
      { start: 20, end: null },
    ]
    const other = [
      { start: 10, end: 25 },
      { start: 40, end: null },
    ]
    expect(togetherFor(one, other, 50)).toBe(5 + 5 + 10)
    expect(togetherFor(other, one, 50)).toBe(5 + 5 + 10)
    expect(togetherFor(one, [], 50)).toBe(0)
  })
})

it('what is older than its retention goes into the archive', () => {
  expect(attendanceArchivedBefore(RETENTION.attendance + 1)).toBe(1)
})
