import { addMonths, type Instant, plusDays } from '../cairo.ts'
import { lessPercent, type Piastres, type ScaledPercent } from '../money.ts'

/** For how long a plan is taken (docs/rules/minutes.md 3.1). */
export const PlanPeriod = { Month: 0, Quarter: 1, Year: 2, FreeTrial: 3 } as const
export type PlanPeriod = (typeof PlanPeriod)[keyof typeof PlanPeriod]
/** What can be bought. */
export type PaidPeriod = Exclude<PlanPeriod, typeof PlanPeriod.FreeTrial>

/** What a period costs: so many base month prices (docs/rules/minutes.md 3.1). */
export const PERIOD_MONTHS: Record<PlanPeriod, number> = { 0: 1, 1: 3, 2: 12, 3: 1200 }
/** What a period lasts: so many minutes weeks (docs/rules/minutes.md 3.1). */
export const PERIOD_WEEKS: Record<PlanPeriod, number> = { 0: 4, 1: 12, 2: 52, 3: 5200 }

export const isPaidPeriod = (period: number): period is PaidPeriod =>
  period === PlanPeriod.Month || period === PlanPeriod.Quarter || period === PlanPeriod.Year

export type PlanPrices = {
  baseMonthlyPrice: Piastres
  monthDiscount: ScaledPercent
  quarterDiscount: ScaledPercent
  yearDiscount: ScaledPercent
}

/** What is taken off the price of this period. */
export const discountOf = (plan: PlanPrices, period: PaidPeriod): ScaledPercent =>
  [plan.monthDiscount, plan.quarterDiscount, plan.yearDiscount][period] ?? 0

/** Piastres, rounded down once, after the discount (docs/rules/money.md 2.1). */
export const priceOfPeriod = (plan: PlanPrices, period: PaidPeriod): Piastres =>
  lessPercent(plan.baseMonthlyPrice * PERIOD_MONTHS[period], discountOf(plan, period))

/**
 * When a subscription that starts now ends: the same wall time so many calendar weeks later, so that a clock change
 * takes or gives no hour. The free trial lasts by months, a hundred years of them (docs/rules/minutes.md 3.1).
 */
export const subscriptionEnd = (start: Instant, period: PlanPeriod): Instant =>
  period === PlanPeriod.FreeTrial ? addMonths(start, PERIOD_MONTHS[period]) : plusDays(start, PERIOD_WEEKS[period] * 7)
