import { describe, expect, it } from 'vitest'
import { type Attempts, delayMs, GUESS_THROTTLE as POLICY, withAttempt } from './throttle.ts'

const NOW = Date.UTC(2026, 1, 11, 10)
const attempts = (count: number, lastAt = NOW): Attempts => ({ count, lastAt })

describe('attempts', () => {
  it('ten are free', () => {
    expect(withAttempt(null, NOW, POLICY)).toEqual(attempts(1))
    expect(withAttempt(attempts(9), NOW, POLICY)).toEqual(attempts(10))
    expect(withAttempt(attempts(10), NOW, POLICY)).toBeNull()
  })

  it('then each waits twice as long as the one before, a quarter of an hour at the most', () => {
    expect([9, 10, 11, 12, 14, 15, 30].map((count) => delayMs(count, POLICY) / 1000)).toEqual([
      0, 30, 60, 120, 480, 900, 900,
    ])
    const late = NOW + delayMs(11, POLICY)
    expect(withAttempt(attempts(11), late - 1, POLICY)).toBeNull()
    expect(withAttempt(attempts(11), late, POLICY)).toEqual(attempts(12, late))
  })

  it('are counted anew after an hour without one', () => {
    const later = NOW + POLICY.resetAfterMs
    expect(withAttempt(attempts(40), later, POLICY)).toEqual(attempts(1, later))
    expect(withAttempt(attempts(40), later - 1, POLICY)).toEqual(attempts(41, later - 1))
  })
})
