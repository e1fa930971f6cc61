import type { PlanPrices } from '#domain/subscriptions/periods'

/** The three plans on sale. Prices are piastres a month, discounts hundredths of a percent. */
export const PLANS = [
  plan(1, 60, 60_000, 10_00, 20_00),
  plan(2, 120, 110_000, 10_00, 20_00),
  plan(3, 230, 195_000, 12_00, 25_00),
] as const

function plan<Id extends 1 | 2 | 3>(
  id: Id,
  weeklyMinutes: number,
  price: number,
  quarterDiscount: number,
  yearDiscount: number,
) {
  const prices: PlanPrices = { baseMonthlyPrice: price, monthDiscount: 0, quarterDiscount, yearDiscount }
  return { id, weeklyMinutes, ...prices }
}
