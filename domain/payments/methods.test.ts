import { expect, it } from 'vitest'
import { whyNotCvv } from './methods.ts'

it('a CVV has three digits', () => {
  expect(['000', '123'].map(whyNotCvv)).toEqual([null, null])
  expect(['', '12', '1234', '12a', '١٢٣', '123\n'].map(whyNotCvv)).toEqual(Array(6).fill('invalid-cvv'))
})
