import { describe, expect, it } from 'vitest'
import { hours } from '../cairo.ts'
import { isReversible, takeBack } from './given-minutes.ts'
import { minutesWeekOf } from './minutes.ts'
import { PlanPeriod } from './periods.ts'

const start = Date.parse('2026-02-11T10:00:00Z')
const subscription = { period: PlanPeriod.Month, start, end: start + hours(28 * 24) }
const now = start + hours(24)
const { start: week, end } = minutesWeekOf(subscription, now)
const given = { kind: 'adjustment', week, minutes: 45, isReversed: false }

describe('minutes that staff gave', () => {
  it('can be taken back in their week, once', () => {
    expect(isReversible(given, subscription, now)).toBe(true)
    expect(isReversible(given, subscription, end - 1)).toBe(true)
    expect(isReversible(given, subscription, end)).toBe(false)
    expect(isReversible({ ...given, isReversed: true }, subscription, now)).toBe(false)
  })

  it('are neither the week’s grant nor what was taken back', () => {
    expect(isReversible({ ...given, kind: 'grant' }, subscription, now)).toBe(false)
    for (const minutes of [-45, 0]) expect(isReversible({ ...given, minutes }, subscription, now)).toBe(false)
  })

  it('are taken back in whole, while none of them is spent', () => {
    expect(takeBack(given, subscription, { remainingMinutes: 45, now })).toBe(-45)
    expect(() => takeBack(given, subscription, { remainingMinutes: 44, now })).toThrow('no-enough-minutes')
    expect(() => takeBack(given, subscription, { remainingMinutes: 90, now: end })).toThrow('illegal')
  })
})
