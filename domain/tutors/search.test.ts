import { expect, it } from 'vitest'
import { finderOf, searchTextOf } from './search.ts'

const omar = searchTextOf('عُمر حسن', ['محادثة', 'Conversation', 'تجارة وأعمال'])

it('a tutor is found by name or by any topic, in either language', () => {
  for (const keyword of ['عمر', 'حسن', 'محادثه', 'conver', 'واعمال', 'عمر حسن', ''])
    expect(finderOf(keyword)(omar)).toBe(true)
  expect(finderOf('منى')(omar)).toBe(false)
})

it('a keyword has to match within one of them', () => {
  expect(finderOf('حسن محادثة')(omar)).toBe(false)
  expect(finderOf('حسن\nمحادثة')(omar)).toBe(false)
  expect(finderOf('حسنمحادثة')(omar)).toBe(false)
})
