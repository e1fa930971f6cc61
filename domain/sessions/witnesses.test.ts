import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minutes } from '../cairo.ts'
import { attendedDuring } from './attendance.ts'
import {
  differencesOf,
  type MediaRecord,
  type MediaSource,
  mediaPresenceOf,
  sourcesOf,
  WITNESS_TOLERANCE,
} from './witnesses.ts'

const SARA = 1
const OMAR = 2
/** The events of one connection of a person. */
function of(userId: number, stay: string, joinedAt: number) {
  const its = (type: MediaRecord['type'], at: number): MediaRecord => ({
    type,
    room: 'RM_1',
    at,
    userId,
    stay,
    joinedAt,
    source: null,
  })
  return {
    joined: its('participant_joined', joinedAt),
    left: (at: number) => its('participant_left', at),
    sent: (source: MediaSource, at: number): MediaRecord => ({ ...its('track_published', at), joinedAt: null, source }),
  }
}
const closed = (at: number, room = 'RM_1'): MediaRecord => ({
  type: 'room_finished',
  room,
  at,
  userId: null,
  stay: null,
  joinedAt: null,
  source: null,
})

describe('when somebody was on the media server', () => {
  it('is said by joining and leaving, of each connection', () => {
    const [first, second, other] = [of(SARA, 'PA_1', 1000), of(SARA, 'PA_2', 5000), of(OMAR, 'PA_3', 2000)]
    const events = [first.joined, other.joined, first.left(3000), second.joined, other.left(9000)]
    expect(mediaPresenceOf(events, SARA)).toEqual([
      { start: 1000, end: 3000 },
      { start: 5000, end: null },
    ])
    expect(mediaPresenceOf(events, OMAR)).toEqual([{ start: 2000, end: 9000 }])
    expect(mediaPresenceOf(events, 3)).toEqual([])
  })

  it('is the same in any order of the events', () => {
    const [first, second] = [of(SARA, 'PA_1', 1000), of(SARA, 'PA_2', 4000)]
    const events = [
      first.joined,
      first.sent('camera', 1500),
      first.left(3000),
      second.joined,
      second.left(8000),
      closed(9000),
    ]
    fc.assert(
      fc.property(fc.shuffledSubarray(events, { minLength: events.length }), (shuffled) => {
        expect(mediaPresenceOf(shuffled, SARA)).toEqual(mediaPresenceOf(events, SARA))
      }),
    )
  })

  it('is known without the event of joining: that of leaving says when it was, and who sends something is inside', () => {
    const { left, sent } = of(SARA, 'PA_1', 1000)
    expect(mediaPresenceOf([left(3000)], SARA)).toEqual([{ start: 1000, end: 3000 }])
    expect(mediaPresenceOf([sent('microphone', 2000)], SARA)).toEqual([{ start: 2000, end: null }])
  })

  it('ends with the room, and with the next connection, where the leaving was lost', () => {
    const [first, second] = [of(SARA, 'PA_1', 1000), of(SARA, 'PA_2', 4000)]
    expect(mediaPresenceOf([first.joined, closed(6000)], SARA)).toEqual([{ start: 1000, end: 6000 }])
    expect(mediaPresenceOf([first.joined, closed(6000, 'RM_2')], SARA)).toEqual([{ start: 1000, end: null }])
    expect(mediaPresenceOf([first.joined, second.joined, closed(6000)], SARA)).toEqual([
      { start: 1000, end: 4000 },
      { start: 4000, end: 6000 },
    ])
  })

  it('does not end before it began, although ends are rounded down to a second', () => {
    const { joined, left } = of(SARA, 'PA_1', 1900)
    expect(mediaPresenceOf([joined, left(1000)], SARA)).toEqual([{ start: 1900, end: 1900 }])
  })
})

it('what somebody has sent is listed once each, with the first time', () => {
  const sara = of(SARA, 'PA_1', 1000)
  const events = [sara.sent('camera', 4000), sara.sent('microphone', 2000), of(OMAR, 'PA_2', 1000).sent('screen', 1)]
  expect(sourcesOf([...events, sara.joined, sara.sent('camera', 3000), sara.sent('camera', 5000)], SARA)).toEqual([
    { source: 'microphone', at: 2000 },
    { source: 'camera', at: 3000 },
  ])
})

describe('where the two witnesses differ', () => {
  const lesson = { start: 0, end: minutes(30) }
  const from = (start: number, end: number | null) => ({
    start: minutes(start),
    end: end === null ? null : minutes(end),
  })

  it('is reported with the witness that saw somebody', () => {
    expect(differencesOf({ room: [from(0, 30)], media: [from(0, 10), from(15, 30)] }, lesson)).toEqual([
      { ...from(10, 15), seenBy: 'room' },
    ])
    expect(differencesOf({ room: [from(20, 25)], media: [from(0, 25)] }, lesson)).toEqual([
      { ...from(0, 20), seenBy: 'media' },
    ])
    expect(differencesOf({ room: [from(0, 5)], media: [from(10, 15)] }, lesson)).toEqual([
      { ...from(0, 5), seenBy: 'room' },
      { ...from(10, 15), seenBy: 'media' },
    ])
  })

  it('is nothing up to the tolerance, and something beyond it', () => {
    const end = minutes(30) - WITNESS_TOLERANCE
    const room = [from(0, 30)]
    expect(differencesOf({ room, media: [{ start: 0, end }] }, lesson)).toEqual([])
    expect(differencesOf({ room, media: [{ start: 0, end: end - 1 }] }, lesson)).toHaveLength(1)
  })

  it('counts during the lesson alone, and a presence without an end until its end', () => {
    expect(differencesOf({ room: [from(-15, null)], media: [from(0, 30)] }, lesson)).toEqual([])
    expect(differencesOf({ room: [from(0, null)], media: [from(0, 20)] }, lesson)).toEqual([
      { ...from(20, 30), seenBy: 'room' },
    ])
    expect(differencesOf({ room: [from(40, 50)], media: [] }, lesson)).toEqual([])
  })

  it('is symmetric, lies within the lesson, and explains every minute by which the attendance differs', () => {
    const presences = fc
      .uniqueArray(fc.integer({ min: -10, max: 45 }), { minLength: 0, maxLength: 6 })
      .map((ends) => ends.toSorted((one, other) => one - other))
      .map((ends) => ends.flatMap((start, i) => (i % 2 === 0 ? [from(start, ends[i + 1] ?? null)] : [])))
    fc.assert(
      fc.property(presences, presences, (room, media) => {
        const found = differencesOf({ room, media }, lesson)
        const swapped = differencesOf({ room: media, media: room }, lesson)
        expect(swapped.map(({ start, end }) => ({ start, end }))).toEqual(
          found.map(({ start, end }) => ({ start, end })),
        )
        const sum = (seenBy: string) =>
          found.filter((one) => one.seenBy === seenBy).reduce((total, { start, end }) => total + end - start, 0)
        const [ours, theirs] = [room, media].map((times) => attendedDuring(times, lesson, lesson.end))
        // Each of the parts that were left out is within the tolerance.
        const left = Math.abs(sum('room') - sum('media') - ((ours ?? 0) - (theirs ?? 0)))
        expect(left).toBeLessThanOrEqual(6 * WITNESS_TOLERANCE)
        for (const { start, end } of found) expect(start >= lesson.start && end <= lesson.end).toBe(true)
      }),
    )
  })
})
