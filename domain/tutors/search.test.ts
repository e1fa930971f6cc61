import { expect, it } from 'vitest'
import { isFound, searchTextOf } from './search.ts'

const omar = searchTextOf('عُمر حسن', ['محادثة', 'Conversation', 'تجارة وأعمال'])

it('a tutor is found by name or by any topic, in either language', () => {
  for (const keyword of ['عمر', 'حسن', 'محادثه', 'conver', 'واعمال', 'عمر حسن', ''])
    expect(isFound(omar, keyword)).toBe(true)
  expect(isFound(omar, 'منى')).toBe(false)
})

it('a keyword lies within one of them', () => {
  expect(isFound(omar, 'حسن محادثة')).toBe(false)
  expect(isFound(omar, 'حسن\nمحادثة')).toBe(false)
  expect(isFound(omar, 'حسنمحادثة')).toBe(false)
})
