import { describe, expect, it } from 'vitest'
import { hours, minutes, toIso } from '#domain/cairo'
import { msUntilStale } from './freshness.ts'

const now = Date.parse('2026-11-21T10:00:00Z')
const free = (inMinutes: number, notice = 0) => ({ nearestFreeTime: toIso(now + minutes(inMinutes)), notice })

describe('the time for which a list of tutors is kept', () => {
  it('ends when the first time on it has passed', () => {
    expect(msUntilStale([free(40), free(20)], now)).toBe(minutes(20))
  })

  it('includes the notice of a tutor', () => {
    expect(msUntilStale([free(40), free(50, 30)], now)).toBe(minutes(20))
  })

  it('is never so short that the server is polled all the time, nor without an end', () => {
    expect(msUntilStale([free(-5)], now)).toBe(minutes(0.25))
    expect(msUntilStale([{ nearestFreeTime: null, notice: 0 }], now)).toBe(hours(1))
  })
})
