import { expect, it } from 'vitest'
import { ACCOUNT_GUESSES, knownSince, NETWORK_GUESSES } from './sign-in-limits.ts'

it('a network is known for ninety days, and guesses are counted by the day and by the hour', () => {
  const day = 86_400_000
  expect(knownSince(100 * day)).toBe(10 * day)
  expect(ACCOUNT_GUESSES).toEqual({ uses: 20, windowMs: day })
  expect(NETWORK_GUESSES).toEqual({ uses: 300, windowMs: 3_600_000 })
})
