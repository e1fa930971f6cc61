import { describe, expect, it } from 'vitest'
import { dayByKey, plusMonths, weeksOfMonth } from './month.ts'

describe('a month in weeks from Saturday', () => {
  it('is filled up with the days of its neighbours', () => {
    const weeks = weeksOfMonth('2026-11-18')
    expect(weeks).toHaveLength(5)
    expect(weeks[0]?.[0]).toBe('2026-10-31')
    expect(weeks.at(-1)?.at(-1)).toBe('2026-12-04')
  })

  it('that begins on a Saturday and ends on a Friday needs no neighbours', () => {
    expect(weeksOfMonth('2025-02-14').flat()).toHaveLength(28)
  })
})

it('a shorter month gives its last day', () => {
  expect(plusMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(plusMonths('2026-01-15', -1)).toBe('2025-12-15')
  expect(plusMonths('2026-12-31', 2)).toBe('2027-02-28')
})

describe('the keys of a calendar', () => {
  it('go by day and week, to the ends of a week, and by month', () => {
    expect(dayByKey('ArrowLeft', '2026-11-18', 1)).toBe('2026-11-19')
    expect(dayByKey('ArrowUp', '2026-11-18', 0)).toBe('2026-11-11')
    expect(dayByKey('Home', '2026-11-18', 0)).toBe('2026-11-14')
    expect(dayByKey('End', '2026-11-18', 0)).toBe('2026-11-20')
    expect(dayByKey('PageDown', '2026-11-30', 0)).toBe('2026-12-30')
    expect(dayByKey('a', '2026-11-18', 0)).toBeNull()
  })
})
