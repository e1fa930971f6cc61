import { describe, expect, it } from 'vitest'
import { PACE_OF_GUESSES as PACE, pauseMs, type Tries, withTry } from './slow-down.ts'

const NOW = Date.UTC(2026, 1, 11, 10)
const tries = (count: number, lastAt = NOW): Tries => ({ count, lastAt })

describe('guesses', () => {
  it('ten are free', () => {
    expect(withTry(null, NOW, PACE)).toEqual(tries(1))
    expect(withTry(tries(9), NOW, PACE)).toEqual(tries(10))
    expect(withTry(tries(10), NOW, PACE)).toBeNull()
  })

  it('then each waits twice as long as the one before, a quarter of an hour at the most', () => {
    expect([9, 10, 11, 12, 14, 15, 30].map((count) => pauseMs(count, PACE) / 1000)).toEqual([
      0, 30, 60, 120, 480, 900, 900,
    ])
    const late = NOW + pauseMs(11, PACE)
    expect(withTry(tries(11), late - 1, PACE)).toBeNull()
    expect(withTry(tries(11), late, PACE)).toEqual(tries(12, late))
  })

  it('are forgotten after an hour without one', () => {
    const later = NOW + PACE.forgottenAfterMs
    expect(withTry(tries(40), later, PACE)).toEqual(tries(1, later))
    expect(withTry(tries(40), later - 1, PACE)).toEqual(tries(41, later - 1))
  })
})
