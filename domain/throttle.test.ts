import { describe, expect, it } from 'vitest'
import {
  type Attempts,
  CODE_REQUEST_THROTTLE,
  DISTRIBUTED_GUESS_THROTTLE,
  delayMs,
  NETWORK_CODES,
  GUESS_THROTTLE as POLICY,
  RECIPIENT_THROTTLE,
  SECOND_FACTOR_THROTTLE,
  withAttempt,
} from './throttle.ts'

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

it('each limit is as docs/decisions/004 says: free attempts, first and longest delay and rest in minutes', () => {
  const inMinutes = ({ freeAttempts, firstDelayMs, longestDelayMs, resetAfterMs }: typeof POLICY) => [
    freeAttempts,
    firstDelayMs / 60_000,
    longestDelayMs / 60_000,
    resetAfterMs / 60_000,
  ]
  expect(inMinutes(POLICY)).toEqual([10, 0.5, 15, 60])
  expect(inMinutes(SECOND_FACTOR_THROTTLE)).toEqual([5, 0.5, 15, 60])
  expect(inMinutes(DISTRIBUTED_GUESS_THROTTLE)).toEqual([50, 0.5, 15, 1440])
  expect(inMinutes(CODE_REQUEST_THROTTLE)).toEqual([5, 1, 60, 360])
  expect(inMinutes(RECIPIENT_THROTTLE)).toEqual([10, 1, 60, 1440])
  expect(NETWORK_CODES).toEqual({ uses: 100, windowMs: 1_800_000 })
})
