import fc from 'fast-check'
import { expect, it } from 'vitest'
import { matches } from '../arabic.ts'
import { indexesOf, joined, searchTextOf } from './search.ts'

const omar = searchTextOf(['عُمر حسن', 'Omar El-Hassan'], ['محادثة', 'Conversation', 'تجارة وأعمال'])
const mona = searchTextOf(['منى حسن'], ['محادثة'])
const found = (keyword: string, texts = [omar]) => indexesOf(joined(texts), keyword)

it('a tutor is found by name or by any topic, in either language', () => {
  for (const keyword of ['عمر', 'حسن', 'محادثه', 'conver', 'واعمال', 'عمر حسن', 'omar el', ''])
    expect(found(keyword)).toEqual([0])
  expect(found('منى')).toEqual([])
})

it('a keyword has to match within one of them', () => {
  for (const keyword of ['حسن محادثة', 'حسن\nمحادثة', 'حسنمحادثة']) expect(found(keyword)).toEqual([])
})

it('of many tutors each one is found once, in their order', () => {
  expect(found('محادثة', [mona, omar, mona])).toEqual([0, 1, 2])
  expect(found('عمر', [mona, omar, mona, omar])).toEqual([1, 3])
  expect(found('منى', [omar, mona])).toEqual([1])
  expect(found('', [omar, mona])).toEqual([0, 1])
})

it('a search among many finds those who are found alone', () => {
  const word = fc.string({ unit: fc.constantFrom('ا', 'ب', 'a', ' '), maxLength: 3 })
  const names = fc.array(fc.tuple(word, fc.array(word, { maxLength: 2 })), { maxLength: 8 })
  fc.assert(
    fc.property(names, word, (people, keyword) => {
      const texts = people.map(([name, topics]) => searchTextOf([name], topics))
      const alone = texts.flatMap((text, index) => (matches(text, keyword) ? [index] : []))
      expect(found(keyword, texts)).toEqual(alone)
    }),
  )
})
