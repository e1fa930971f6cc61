import { addMonths, type Instant, plusDays } from '../cairo.ts'
import { lessPercent, type Piastres, type ScaledPercent } from '../money.ts'

/** The duration of a subscription (docs/rules/minutes.md 3.1). */
export const PlanPeriod = { Month: 0, Quarter: 1, Year: 2, FreeTrial: 3 } as const
export type PlanPeriod = (typeof PlanPeriod)[keyof typeof PlanPeriod]
/** A period that can be bought. */
export type PaidPeriod = Exclude<PlanPeriod, typeof PlanPeriod.FreeTrial>

/** The price of a period, in base prices of a month (docs/rules/minutes.md 3.1). */
export const PERIOD_MONTHS: Record<PlanPeriod, number> = {
  [PlanPeriod.Month]: 1,
  [PlanPeriod.Quarter]: 3,
  [PlanPeriod.Year]: 12,
  [PlanPeriod.FreeTrial]: 1200,
}
/** The duration of a period in minutes weeks (docs/rules/minutes.md 3.1). */
export const PERIOD_WEEKS: Record<PlanPeriod, number> = {
  [PlanPeriod.Month]: 4,
  [PlanPeriod.Quarter]: 12,
  [PlanPeriod.Year]: 52,
  [PlanPeriod.FreeTrial]: 5200,
}

export const isPaidPeriod = (period: number): period is PaidPeriod =>
  period === PlanPeriod.Month || period === PlanPeriod.Quarter || period === PlanPeriod.Year

export type PlanPrices = {
  baseMonthlyPrice: Piastres
  monthDiscount: ScaledPercent
  quarterDiscount: ScaledPercent
  yearDiscount: ScaledPercent
}

/** The plan's discount for a period, in hundredths of a percent. */
export const discountOf = (plan: PlanPrices, period: PaidPeriod): ScaledPercent =>
  [plan.monthDiscount, plan.quarterDiscount, plan.yearDiscount][period] ?? 0

/** The price of a period in piastres, rounded down once, after the discount (docs/rules/money.md 2.1). */
export const priceOfPeriod = (plan: PlanPrices, period: PaidPeriod): Piastres =>
  lessPercent(plan.baseMonthlyPrice * PERIOD_MONTHS[period], discountOf(plan, period))

/**
 * The end of a subscription: the same wall time in Cairo after the period's weeks, so that a clock change neither adds
 * nor removes an hour. The free trial lasts 1200 calendar months (docs/rules/minutes.md 3.1).
 */
export const subscriptionEnd = (start: Instant, period: PlanPeriod): Instant =>
  period === PlanPeriod.FreeTrial ? addMonths(start, PERIOD_MONTHS[period]) : plusDays(start, PERIOD_WEEKS[period] * 7)
