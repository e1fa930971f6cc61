import { describe, expect, it } from 'vitest'
import { fromIso, instantAtMinute, startOfDay } from '#domain/cairo'
import { rangeOfDay, spanInDay } from './day-span.ts'

const range = (start: string, end: string) => ({ start: fromIso(start), end: fromIso(end) })

describe('a range on the wall of a day', () => {
  it('is measured by the clock of Cairo', () => {
    expect(spanInDay(range('2026-11-21T15:00:00Z', '2026-11-21T15:30:00Z'), '2026-11-21')).toEqual({
      from: 1020,
      to: 1050,
    })
  })

  it('is cut at midnight, and each day has its part', () => {
    const overnight = range('2026-11-21T21:00:00Z', '2026-11-21T23:30:00Z')
    expect(spanInDay(overnight, '2026-11-21')).toEqual({ from: 1380, to: 1440 })
    expect(spanInDay(overnight, '2026-11-22')).toEqual({ from: 0, to: 90 })
    expect(spanInDay(overnight, '2026-11-23')).toBeNull()
  })

  it('ends at 24:00 without touching the next day', () => {
    const untilMidnight = range('2026-11-21T20:00:00Z', '2026-11-21T22:00:00Z')
    expect(spanInDay(untilMidnight, '2026-11-21')).toEqual({ from: 1320, to: 1440 })
    expect(spanInDay(untilMidnight, '2026-11-22')).toBeNull()
  })

  it('begins at one o’clock on the Friday that has no first hour', () => {
    expect(spanInDay(rangeOfDay('2026-04-24'), '2026-04-24')).toEqual({ from: 60, to: 1440 })
  })

  it('is as long as it lasts across the hour that comes twice', () => {
    const twice = range('2026-10-29T20:30:00Z', '2026-10-29T21:15:00Z')
    expect(spanInDay(twice, '2026-10-29')).toEqual({ from: 1410, to: 1440 })
  })
})

describe('the instant of a minute on the wall', () => {
  it('is midnight of the next day at 24:00', () => {
    expect(instantAtMinute('2026-11-21', 1440)).toBe(startOfDay('2026-11-22'))
  })

  it('is the first instant of the day inside the hour that does not exist', () => {
    expect(instantAtMinute('2026-04-24', 30)).toBe(startOfDay('2026-04-24'))
  })
})
