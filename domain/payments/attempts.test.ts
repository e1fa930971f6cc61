import { expect, it } from 'vitest'
import { EXPIRY_GRACE, isPayment, nextLookAtEnded, payingAttempt, UNPAID_ORDER_CHECK_INTERVAL } from './attempts.ts'

const NOW = 1_770_000_000_000
const LATER = NOW + UNPAID_ORDER_CHECK_INTERVAL

it('tells payments from attempts that brought no money', () => {
  const events = ['accept', 'refuse', 'pay', 'cancel', 'expire', 'refund', 'refund-part', 'void'] as const
  expect(events.filter(isPayment)).toEqual(['pay', 'refund', 'refund-part', 'void'])
})

it.each([
  [['refuse', 'pay', 'refuse'], 1],
  [['pay', 'pay'], 0],
  [['void', 'refund', 'refund-part', 'pay'], 2],
  [['refuse', 'void', 'refund'], 1],
  [['refuse', 'accept', 'cancel'], null],
  [[], null],
] as const)('of %j attempt %s paid the order', (events, at) => {
  const attempts = events.map((event, place) => ({ event, place }))
  expect(payingAttempt(attempts)?.place ?? null).toBe(at)
})

const ended = { provider: 'paymob', hasPage: true, expiresAt: NOW, reported: 'refuse' } as const

it('Paymob is asked until its page has been closed for as long as a late report may take', () => {
  const lookAt = (expiresAt: number | null, more = {}) => nextLookAtEnded({ ...ended, expiresAt, ...more }, NOW)
  expect(lookAt(NOW + 1)).toBe(LATER)
  expect(lookAt(NOW - EXPIRY_GRACE + 1)).toBe(LATER)
  expect(lookAt(NOW - EXPIRY_GRACE)).toBeNull()
  expect(lookAt(null)).toBeNull()
  expect(lookAt(NOW + 1, { reported: null })).toBe(LATER)
  expect(lookAt(NOW + 1, { hasPage: false })).toBeNull()
})

it('Paymob is asked about an attempt that is not decided, however late it is', () => {
  expect(nextLookAtEnded({ ...ended, reported: 'accept', expiresAt: 0 }, NOW)).toBe(LATER)
})

it.each([
  ['refuse', NOW, LATER],
  ['refuse', NOW - EXPIRY_GRACE, null],
  ['cancel', NOW, null],
  ['accept', NOW, null],
  [null, NOW, null],
] as const)('Fawry, which says %s of an order until %d, is asked again at %s', (reported, expiresAt, expected) => {
  expect(nextLookAtEnded({ provider: 'fawry', hasPage: false, expiresAt, reported }, NOW)).toBe(expected)
})
