import { describe, expect, it } from 'vitest'
import { fromIso, hours, lastPlannable, minutes, QUARTER_MS } from '../cairo.ts'
import { longestEnd, MAX_SLOT, whyNotSlotTime } from './slot-times.ts'

const now = fromIso('2026-02-11T10:00:00Z')

describe('the time of a slot', () => {
  it('ends within five years', () => {
    const last = lastPlannable(now)
    expect(whyNotSlotTime({ start: last - minutes(60), end: last }, now)).toBeNull()
    expect(whyNotSlotTime({ start: last - minutes(60), end: last + QUARTER_MS }, now)).toBe('date-too-far')
    expect(whyNotSlotTime({ start: last + QUARTER_MS, end: now + QUARTER_MS }, now)).toBe('date-too-far')
  })

  it('is at most 24 hours, also on the day of 23 hours, and 25 on the day of 25 hours', () => {
    const noon = (day: string) => fromIso(`${day}T12:00:00Z`)
    expect(longestEnd(noon('2026-02-11')) - noon('2026-02-11')).toBe(hours(24))
    expect(longestEnd(noon('2026-04-23')) - noon('2026-04-23')).toBe(hours(24))
    expect(longestEnd(noon('2026-10-29')) - noon('2026-10-29')).toBe(hours(25))
    expect(MAX_SLOT).toBe(hours(25))
  })
})
