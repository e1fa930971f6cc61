import { type BookingAllowance, DEFAULT_ALLOWANCE } from '#domain/subscriptions/minutes'
import type { PlanPrices } from '#domain/subscriptions/periods'

/**
 * What the larger plans allow (docs/rules/lessons.md 2.2); they also carry minutes over (docs/rules/minutes.md 7.1),
 * allow standing times (docs/rules/lessons.md 15.1) and can be paused (docs/rules/minutes.md 10.1).
 */
const FOUR_IN_TWO_WEEKS: BookingAllowance = { maxUpcomingLessons: 4, bookingWeeks: 2 }

/** The three plans on sale. Prices are piastres a month, discounts hundredths of a percent. */
export const PLANS = [
  plan(1, 60, 60_000, 10_00, 20_00, DEFAULT_ALLOWANCE, false),
  plan(2, 120, 110_000, 10_00, 20_00, FOUR_IN_TWO_WEEKS, true),
  plan(3, 230, 195_000, 12_00, 25_00, FOUR_IN_TWO_WEEKS, true),
] as const

function plan<Id extends 1 | 2 | 3>(
  id: Id,
  weeklyMinutes: number,
  price: number,
  quarterDiscount: number,
  yearDiscount: number,
  allowance: BookingAllowance,
  isLarger: boolean,
) {
  const prices: PlanPrices = { baseMonthlyPrice: price, monthDiscount: 0, quarterDiscount, yearDiscount }
  return {
    id,
    weeklyMinutes,
    ...allowance,
    carriesOver: isLarger,
    standingTimes: isLarger,
    pausable: isLarger,
    ...prices,
  }
}
