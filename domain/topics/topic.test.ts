import { expect, it } from 'vitest'
import { whyNotSoManyTopics, whyNotTopicName } from './topic.ts'

it('a topic’s name has 3 to 50 characters', () => {
  expect(whyNotTopicName('ab')).toBe('short-topic-name')
  expect(whyNotTopicName('سفر')).toBeNull()
  expect(whyNotTopicName('a'.repeat(50))).toBeNull()
  expect(whyNotTopicName('a'.repeat(51))).toBe('long-topic-name')
})

it('nobody has more than thirty topics', () => {
  expect(whyNotSoManyTopics(30)).toBeNull()
  expect(whyNotSoManyTopics(31)).toBe('forbidden')
})
