import { expect, it } from 'vitest'
import { whyNotTopicName } from './topic.ts'

it('a topic’s name has 3 to 50 characters', () => {
  expect(whyNotTopicName('ab')).toBe('short-topic-name')
  expect(whyNotTopicName('سفر')).toBeNull()
  expect(whyNotTopicName('a'.repeat(50))).toBeNull()
  expect(whyNotTopicName('a'.repeat(51))).toBe('long-topic-name')
})
