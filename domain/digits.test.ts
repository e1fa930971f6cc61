import { expect, it } from 'vitest'
import { latinDigits } from './digits.ts'

it('reads both families of Arabic digits and leaves the rest alone', () => {
  expect(latinDigits('٠١٢٣٤٥٦٧٨٩')).toBe('0123456789')
  expect(latinDigits('۰۱۲۳۴۵۶۷۸۹')).toBe('0123456789')
  expect(latinDigits('الساعة ٧ pm 3')).toBe('الساعة 7 pm 3')
})
