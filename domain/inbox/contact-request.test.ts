import { expect, it } from 'vitest'
import { whyNotContactMessage, whyNotContactTitle } from './contact-request.ts'

it('a contact request has a title of 5 to 128 characters', () => {
  expect(whyNotContactTitle('abcd')).toBe('short-contact-request-title')
  expect(whyNotContactTitle('abcde')).toBeNull()
  expect(whyNotContactTitle('a'.repeat(128))).toBeNull()
  expect(whyNotContactTitle('a'.repeat(129))).toBe('long-contact-request-title')
})

it('a contact request has a message of 10 to 1000 characters', () => {
  expect(whyNotContactMessage('a'.repeat(9))).toBe('short-contact-request-message')
  expect(whyNotContactMessage('a'.repeat(10))).toBeNull()
  expect(whyNotContactMessage('a'.repeat(1000))).toBeNull()
  expect(whyNotContactMessage('a'.repeat(1001))).toBe('long-contact-request-message')
})
