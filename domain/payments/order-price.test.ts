import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { priceOfOrder, whyNotRedeemable } from './order-price.ts'

const plan = { baseMonthlyPrice: 60_055, monthDiscount: 0, quarterDiscount: 10_00, yearDiscount: 20_00 }
const coupon = { planId: 1, monthDiscount: 10, quarterDiscount: 25, yearDiscount: 100, expiresAt: 1_000 }

describe('the price of an order', () => {
  it('is the price of the period, less the coupon of that period', () => {
    expect(priceOfOrder(plan, PlanPeriod.Month, null)).toEqual({ amount: 60_055, couponDiscount: 0 })
    expect(priceOfOrder(plan, PlanPeriod.Month, coupon)).toEqual({ amount: 54_049, couponDiscount: 6_006 })
    expect(priceOfOrder(plan, PlanPeriod.Quarter, coupon)).toEqual({ amount: 121_611, couponDiscount: 40_537 })
    expect(priceOfOrder(plan, PlanPeriod.Year, coupon).amount).toBe(0)
  })

  it('is a whole number, and adds up to the plan’s price with the discount', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.integer({ min: 1, max: 100 }), (baseMonthlyPrice, monthDiscount) => {
        const one = { ...plan, baseMonthlyPrice }
        const { amount, couponDiscount } = priceOfOrder(one, PlanPeriod.Month, { ...coupon, monthDiscount })
        return Number.isInteger(amount) && amount >= 0 && amount + couponDiscount === baseMonthlyPrice
      }),
    )
  })

  it('is reduced only by a coupon of the plan, until the coupon expires', () => {
    expect(whyNotRedeemable(coupon, 1, 999)).toBeNull()
    expect(whyNotRedeemable(coupon, 1, 1_000)).toBe('expired-coupon-expire-date')
    expect(whyNotRedeemable(coupon, 2, 999)).toBe('coupon-not-found')
    expect(whyNotRedeemable(null, 1, 999)).toBe('coupon-not-found')
  })
})
