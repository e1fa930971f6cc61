import { describe, expect, it } from 'vitest'
import { fromIso } from '../cairo.ts'
import { startOfOpenHours, taughtDays, taughtWindow } from './taught.ts'

const lessons = (start: string, duration: number, isPaid: boolean, count = 1) => ({
  start: fromIso(start),
  paidLessons: isPaid ? count : 0,
  paidMinutes: isPaid ? count * duration : 0,
  freeLessons: isPaid ? 0 : count,
  freeMinutes: isPaid ? 0 : count * duration,
})

describe('the lessons taught on each day', () => {
  it('belong to the Cairo day on which they started, paid and free ones separately', () => {
    expect(
      taughtDays([
        lessons('2026-02-10T22:00:00Z', 15, true, 3),
        lessons('2026-02-10T21:45:00Z', 30, true),
        lessons('2026-02-11T21:45:00Z', 30, false, 2),
      ]),
    ).toEqual([
      { date: '2026-02-10', paidLessonCount: 1, paidTutoringMinutes: 30, freeLessonCount: 0, freeTutoringMinutes: 0 },
      { date: '2026-02-11', paidLessonCount: 3, paidTutoringMinutes: 45, freeLessonCount: 2, freeTutoringMinutes: 60 },
    ])
  })

  it('include both hours of 23:00 on the Thursday of the autumn change', () => {
    const hours = [lessons('2026-10-29T20:00:00Z', 30, true), lessons('2026-10-29T21:30:00Z', 30, true)]
    expect(taughtDays(hours)).toMatchObject([{ date: '2026-10-29', paidLessonCount: 2 }])
  })

  it('leave out a day of which every lesson was cancelled', () => {
    expect(taughtDays([lessons('2026-02-10T20:00:00Z', 30, true, 0)])).toEqual([])
  })

  it('are over for certain where they began before the hour that ended last', () => {
    const [longest, last] = [30 * 60_000, fromIso('2026-02-10T19:45:00Z')]
    expect(startOfOpenHours(fromIso('2026-02-10T21:00:00Z'))).toBe(fromIso('2026-02-10T20:00:00Z'))
    expect(startOfOpenHours(fromIso('2026-02-10T20:59:59Z'))).toBe(fromIso('2026-02-10T19:00:00Z'))
    expect(last + longest).toBeLessThan(fromIso('2026-02-10T21:00:00Z'))
  })

  it('are requested by whole days, excluding the last one', () => {
    expect(taughtWindow(fromIso('2026-04-24T12:00:00Z'), fromIso('2026-04-25T12:00:00Z'))).toEqual({
      start: fromIso('2026-04-23T22:00:00Z'),
      end: fromIso('2026-04-24T21:00:00Z'),
    })
  })
})
