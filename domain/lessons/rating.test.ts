import { expect, it } from 'vitest'
import { whyNotRatingText, whyNotRatingValue } from './rating.ts'

it('a rating has one to five stars', () => {
  expect([1, 5].map(whyNotRatingValue)).toEqual([null, null])
  expect(whyNotRatingValue(0)).toBe('too-low-rating-value')
  expect(whyNotRatingValue(6)).toBe('too-high-rating-value')
})

it('its text has 3 to 1000 characters', () => {
  expect(whyNotRatingText('ab')).toBe('too-short-rating-text')
  expect(whyNotRatingText('abc')).toBeNull()
  expect(whyNotRatingText('a'.repeat(1000))).toBeNull()
  expect(whyNotRatingText('a'.repeat(1001))).toBe('too-long-rating-text')
})
