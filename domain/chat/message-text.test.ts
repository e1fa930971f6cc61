import { expect, it } from 'vitest'
import { whyNotMessageText } from './message-text.ts'

it('a message has 1 to 1000 characters besides its tags', () => {
  expect(whyNotMessageText('أ')).toBeNull()
  expect(whyNotMessageText('<p>أهلا</p>')).toBeNull()
  expect(whyNotMessageText('a'.repeat(1000))).toBeNull()
  for (const empty of ['', ' \n ', '<p></p>', '<br>', '&nbsp;', '\u200b\u200f', '\0'])
    expect(whyNotMessageText(empty)).toBe('message-text-too-short')
  expect(whyNotMessageText('a'.repeat(1001))).toBe('message-text-too-long')
})

it('a message is too long when its tags are much longer than its text', () => {
  expect(whyNotMessageText(`a${'<br>'.repeat(499)}b`)).toBeNull()
  expect(whyNotMessageText(`a${'<b></b>'.repeat(300)}`)).toBe('message-text-too-long')
})

it('an escaped character counts as one character', () => {
  expect(whyNotMessageText('&amp;'.repeat(1000))).toBeNull()
  expect(whyNotMessageText('&amp;'.repeat(1001))).toBe('message-text-too-long')
  const tagged = '&amp;'.repeat(500) + '<b></b>'.repeat(214)
  expect([`${tagged}ab`, `${tagged}abc`].map(whyNotMessageText)).toEqual([null, 'message-text-too-long'])
  expect(whyNotMessageText('👩‍🏫')).toBeNull()
})

it('a message has no markup but the allowed tags', () => {
  expect(whyNotMessageText('<img src=x onerror=alert(1)>')).toBe('message-text-invalid-html')
})
