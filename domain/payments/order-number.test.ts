import { expect, it } from 'vitest'
import { normalOrderNumber } from './order-number.ts'

it('the number of an order is taken as it is typed and pasted (docs/rules/api.md 3.4)', () => {
  const typed = [
    '970316760',
    '٩٧٠٣١٦٧٦٠',
    ' 970316760 ',
    '\u200e970316760\u200f',
    '970 316 760',
    '#970316760',
    '۹۷۰\u00a0316760',
  ]
  for (const text of typed) expect([text, normalOrderNumber(text)]).toEqual([text, '970316760'])
  expect(normalOrderNumber('hessa-42')).toBe('hessa-42')
})
