import { expect, it } from 'vitest'
import { writtenIn } from './written-in.ts'

it('on an Arabic page English has a language of its own, and Arabic is the page’s', () => {
  expect(['Well done, Sara!', 'Good work: "أهلًا"', '<b>See you</b>'].map(writtenIn)).toEqual(['en', 'en', 'en'])
  expect(['أهلًا يا سارة', 'شرح present perfect كان ممتاز جدًا', '<strong>أهلًا</strong>'].map(writtenIn)).toEqual(
    Array(3).fill(undefined),
  )
  expect(['', '٣ / 4 👍', null, undefined].map(writtenIn)).toEqual(Array(4).fill(undefined))
})
