import { expect, it } from 'vitest'
import { normalTypedCode } from '../typed-codes.ts'
import {
  RESET_CODE_ALPHABET,
  RESET_CODE_LENGTH,
  whyNotConfirmationCode,
  whyNotResetCode,
} from './verification-codes.ts'

it('a confirmation code has exactly five digits', () => {
  expect([10_000, 99_999].map(whyNotConfirmationCode)).toEqual([null, null])
  expect([9_999, 100_000, 12_345.5, Number.NaN, -12_345].map(whyNotConfirmationCode)).toEqual(
    Array(5).fill('invalid-verification-code'),
  )
})

it('a code for a new password has eight characters, 40 bits, however it is written', () => {
  expect(RESET_CODE_LENGTH * Math.log2(RESET_CODE_ALPHABET.length)).toBe(40)
  for (const written of ['7k2m9xq4', '7K2M-9XQ4', ' 7k2m 9xq4 ', '7K2M9XQ4', '٧k٢m–٩xq٤', '\u200f7k2m9xq4\u200e'])
    expect(whyNotResetCode(normalTypedCode(written))).toBeNull()
  expect(normalTypedCode('OIL0-1111')).toBe('01101111')
  for (const wrong of ['', '12345', '7k2m9xq', '7k2m9xq44', '7k2m9xqu', '7k2m9xقع'])
    expect(whyNotResetCode(normalTypedCode(wrong))).toBe('invalid-verification-code')
})
