import { describe, expect, it } from 'vitest'
import { fromIso } from '../cairo.ts'
import { activityOf, activityScore, type TaughtLesson } from './activity.ts'

const lesson = (start: string, rest: Partial<TaughtLesson> = {}): TaughtLesson => ({
  start: fromIso(`2026-11-${start}:00Z`),
  duration: 30,
  canceledAt: null,
  ...rest,
})
const now = fromIso('2026-11-21T12:00:00Z')

describe('the activity of a tutor', () => {
  it('counts 2 for a lesson of 30 minutes and 1 for one of 15', () => {
    expect([15, 30].map((duration) => activityScore(duration as 15 | 30))).toEqual([1, 2])
    expect(activityOf([lesson('20T10:00'), lesson('20T11:00', { duration: 15 }), lesson('19T10:00')], now)).toEqual({
      '2026-11-19': { score: 2, lessonCount: 1 },
      '2026-11-20': { score: 3, lessonCount: 2 },
    })
  })

  it('belongs to the day in Cairo', () => {
    expect(Object.keys(activityOf([lesson('19T21:59'), lesson('19T22:00')], now))).toEqual(['2026-11-19', '2026-11-20'])
  })

  it('is made of lessons that are over, to the millisecond', () => {
    const last = lesson('21T11:30')
    expect(activityOf([last], now)).toEqual({ '2026-11-21': { score: 2, lessonCount: 1 } })
    expect(activityOf([last], now - 1)).toEqual({})
  })

  it('is not made of cancelled ones', () => {
    expect(activityOf([lesson('20T10:00', { canceledAt: now })], now)).toEqual({})
  })
})
