import { describe, expect, it } from 'vitest'
import { fromIso, hours, minutes } from '../cairo.ts'
import { lessonTotals, offeredMinutes, ratingTrend } from './home.ts'

const now = fromIso('2026-02-11T10:00:00Z')
const lesson = (start: number, decided = 0) => ({ start, duration: 30, price: 7500, decided })

describe('the lessons of a tutor’s home', () => {
  it('are held from their end on', () => {
    const ended = lesson(now - minutes(30))
    const running = lesson(now - minutes(30) + 1)
    expect(lessonTotals([ended, running], now)).toEqual({
      held: { lessons: 1, minutes: 30, earned: 7500 },
      coming: { lessons: 1, minutes: 30, earned: 7500 },
    })
  })

  it('earn nothing where a decision took the pay back', () => {
    expect(lessonTotals([lesson(now - hours(1), -7500)], now).held.earned).toBe(0)
  })
})

describe('the hours offered', () => {
  it('count what of the slots lies within the range', () => {
    const range = { start: now, end: now + hours(10) }
    const slots = [
      { start: now - hours(1), end: now + hours(1) },
      { start: now + hours(2), end: now + hours(3) },
      { start: now + hours(9), end: now + hours(12) },
    ]
    expect(offeredMinutes(slots, range)).toBe(180)
    expect(offeredMinutes([], range)).toBe(0)
  })
})

describe('the trend of the ratings', () => {
  const trend = (average: number | null, recent: number | null) => ratingTrend({ average, recent: { average: recent } })

  it('compares values rounded to one decimal', () => {
    expect([trend(4, 4.1), trend(4, 4.04), trend(4, 3.96), trend(4, 3.9)]).toEqual(['up', 'same', 'same', 'down'])
  })

  it('is unknown without ratings', () => {
    expect([trend(null, null), trend(4, null)]).toEqual([null, null])
  })
})

it('a lesson counts as held from the moment that it ends', () => {
  const lesson = { start: 0, duration: 30 as const, price: 10, decided: 0 }
  const one = { lessons: 1, minutes: 30, earned: 10 }
  const none = { lessons: 0, minutes: 0, earned: 0 }
  expect(lessonTotals([lesson], minutes(30))).toEqual({ held: one, coming: none })
  expect(lessonTotals([lesson], minutes(30) - 1)).toEqual({ held: none, coming: one })
})

it('there is no trend without ratings on either side', () => {
  expect(ratingTrend({ average: null, recent: { average: 5 } })).toBeNull()
  expect(ratingTrend({ average: 5, recent: { average: null } })).toBeNull()
})
