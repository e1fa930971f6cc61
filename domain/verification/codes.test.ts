import { expect, it } from 'vitest'
import { whyNotConfirmationCode } from './codes.ts'

it('a confirmation code has exactly five digits', () => {
  expect([10_000, 99_999].map(whyNotConfirmationCode)).toEqual([null, null])
  expect([9_999, 100_000, 12_345.5, Number.NaN, -12_345].map(whyNotConfirmationCode)).toEqual(
    Array(5).fill('invalid-verification-code'),
  )
})
