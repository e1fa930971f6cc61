import { expect, it } from 'vitest'
import { whyNotPlanDiscount, whyNotPlanPrice, whyNotWeeklyMinutes } from './plan.ts'

it('a plan has between 15 minutes and a whole week of minutes', () => {
  expect([15, 60, 10_080].map(whyNotWeeklyMinutes)).toEqual([null, null, null])
  expect([14, 10_081, 60.5, Number.NaN].map(whyNotWeeklyMinutes)).toEqual(
    Array(4).fill('plan-weekly-minutes-out-of-range'),
  )
})

it('its price is a positive number of piastres', () => {
  expect([1, 1_000_00].map(whyNotPlanPrice)).toEqual([null, null])
  expect([0, -1, 10.5, Number.POSITIVE_INFINITY].map(whyNotPlanPrice)).toEqual(Array(4).fill('invalid-plan-price'))
})

it('its discounts are between 0 and 100 percent', () => {
  expect([0, 10_000].map(whyNotPlanDiscount)).toEqual([null, null])
  expect([-1, 10_001, 0.5].map(whyNotPlanDiscount)).toEqual(Array(3).fill('plan-discount-out-of-range'))
})
