import { expect, it } from 'vitest'
import { lastPlannable } from '#domain/cairo'
import { normalCouponCode, whyNotCouponCode, whyNotCouponDiscount, whyNotCouponExpiry } from './coupon.ts'

it('a coupon’s code has 3 to 32 letters, digits, hyphens or underscores', () => {
  expect(['abc', 'RAMADAN_2026-a', 'a'.repeat(32)].map(whyNotCouponCode)).toEqual([null, null, null])
  expect(['', 'ab', 'a'.repeat(33), 'a b c', 'رمضان'].map(whyNotCouponCode)).toEqual(
    Array(5).fill('coupon-code-invalid'),
  )
})

it('its discount is 1 to 100 percent', () => {
  expect([1, 100].map(whyNotCouponDiscount)).toEqual([null, null])
  expect(whyNotCouponDiscount(0)).toBe('zero-coupon-discount')
  expect(whyNotCouponDiscount(101)).toBe('max-coupon-discount-exceeded')
})

it('it expires in the future, within five years', () => {
  expect(whyNotCouponExpiry(11, 10)).toBeNull()
  expect(whyNotCouponExpiry(10, 10)).toBe('expired-coupon-expire-date')
  expect(whyNotCouponExpiry(lastPlannable(10), 10)).toBeNull()
  expect(whyNotCouponExpiry(lastPlannable(10) + 1, 10)).toBe('date-too-far')
  expect(whyNotCouponExpiry(Number.NaN, 10)).toBe('expire-date-invalid')
})

it('a code is the same in whatever form it is typed', () => {
  for (const typed of ['sara-10', 'SARA–10', ' Sara‑١٠ ', '\u200fsara-۱۰', 'ＳＡＲＡ-10', 'sara -10'])
    expect([typed, normalCouponCode(typed)]).toEqual([typed, 'SARA-10'])
})
