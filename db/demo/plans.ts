/** The three plans on sale. Prices are piastres a month, discounts hundredths of a percent. */
export const PLANS = [
  { id: 1, weeklyMinutes: 60, baseMonthlyPrice: 60_000, quarterDiscount: 1_000, yearDiscount: 2_000 },
  { id: 2, weeklyMinutes: 120, baseMonthlyPrice: 110_000, quarterDiscount: 1_000, yearDiscount: 2_000 },
  { id: 3, weeklyMinutes: 230, baseMonthlyPrice: 195_000, quarterDiscount: 1_200, yearDiscount: 2_500 },
] as const
