import { describe, expect, it } from 'vitest'
import { fromIso, minutes } from '../cairo.ts'
import { isLate, isPoor, type QualityCounts, qualityOf, qualitySince } from './quality.ts'

const start = fromIso('2026-11-21T10:00:00Z')
const lesson = { start, duration: 30 }

describe('a tutor is late', () => {
  it('who is inside at no moment of the lesson’s first minute', () => {
    expect(isLate(lesson, [])).toBe(true)
    expect(isLate(lesson, [{ start: start + minutes(1), end: null }])).toBe(false)
    expect(isLate(lesson, [{ start: start + minutes(1) + 1, end: null }])).toBe(true)
    expect(isLate(lesson, [{ start: start - minutes(10), end: start + 1 }])).toBe(false)
  })

  it('who left before the start and came back later', () => {
    const before = { start: start - minutes(10), end: start }
    expect(isLate(lesson, [before])).toBe(true)
    expect(isLate(lesson, [before, { start: start + minutes(4), end: null }])).toBe(true)
    expect(isLate(lesson, [before, { start: start + 1, end: null }])).toBe(false)
  })
})

it('twelve whole weeks and the running one count, from a Saturday in Cairo', () => {
  // The clock went back an hour on 30 October 2026.
  expect(qualitySince(fromIso('2026-11-21T10:00:00Z'))).toBe(fromIso('2026-08-28T21:00:00Z'))
  expect(qualitySince(fromIso('2026-11-20T21:59:59.999Z'))).toBe(fromIso('2026-08-21T21:00:00Z'))
  expect(qualitySince(fromIso('2026-11-20T22:00:00Z'))).toBe(fromIso('2026-08-28T21:00:00Z'))
})

describe('the figures of a tutor', () => {
  const none: QualityCounts = {
    settled: 0,
    canceled: 0,
    fulfilled: 0,
    held: 0,
    timed: 0,
    late: 0,
    cutShort: 0,
    disputed: 0,
    measured: 0,
    poorCall: 0,
  }

  it('are shares of what could be counted', () => {
    const counts = {
      settled: 9,
      canceled: 1,
      fulfilled: 8,
      held: 6,
      timed: 4,
      late: 1,
      cutShort: 2,
      disputed: 3,
      measured: 5,
      poorCall: 1,
    }
    expect(qualityOf(counts, { ratings: 3, stars: 13 })).toEqual({
      lessons: 10,
      fulfilled: 8_000,
      punctual: 7_500,
      rating: 433,
      disputed: 3_333,
      cutShort: 3_333,
      poorCall: 2_000,
    })
  })

  it('are unknown without anything to count', () => {
    const unknown = { fulfilled: null, punctual: null, rating: null, disputed: null, cutShort: null, poorCall: null }
    expect(qualityOf(none, { ratings: 0, stars: 0 })).toEqual({ lessons: 0, ...unknown })
    expect(qualityOf({ ...none, canceled: 2 }, { ratings: 0, stars: 0 })).toEqual({
      lessons: 2,
      ...unknown,
      fulfilled: 0,
    })
  })

  it('are poor at their bound, and not where they are unknown', () => {
    expect([isPoor('fulfilled', 9_000), isPoor('fulfilled', 9_001), isPoor('fulfilled', null)]).toEqual([
      true,
      false,
      false,
    ])
    expect([isPoor('punctual', 8_000), isPoor('punctual', 8_001)]).toEqual([true, false])
    expect([isPoor('rating', 400), isPoor('rating', 401)]).toEqual([true, false])
    expect([isPoor('disputed', 499), isPoor('disputed', 500)]).toEqual([false, true])
    expect([isPoor('poorCall', 1_999), isPoor('poorCall', 2_000)]).toEqual([false, true])
    expect([isPoor('cutShort', 999), isPoor('cutShort', 1_000), isPoor('cutShort', null)]).toEqual([false, true, false])
  })
})
