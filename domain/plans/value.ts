import type { LessonDuration } from '../lessons/durations.ts'
import { type Piastres, shareOf } from '../money.ts'
import {
  type PaidPeriod,
  PERIOD_MONTHS,
  PERIOD_WEEKS,
  type PlanPrices,
  priceOfPeriod,
} from '../subscriptions/periods.ts'

/** Plans are compared by the lesson that most people book, in minutes. */
export const COMPARED_LESSON: LessonDuration = 30

/** How many whole lessons of half an hour a week's minutes hold (docs/rules/minutes.md 1.4). */
export const lessonsAWeek = (weeklyMinutes: number): number => Math.floor(weeklyMinutes / COMPARED_LESSON)

/** What half an hour costs in this period, in piastres, rounded down; all of the period's minutes count. */
export const pricePerLesson = (plan: PlanPrices & { weeklyMinutes: number }, period: PaidPeriod): Piastres =>
  shareOf(priceOfPeriod(plan, period), COMPARED_LESSON, plan.weeklyMinutes * PERIOD_WEEKS[period])

/** What the period would cost without its discount, and what the discount saves, in piastres. */
export function savingOf(plan: PlanPrices, period: PaidPeriod): { full: Piastres; saved: Piastres } {
  const full = plan.baseMonthlyPrice * PERIOD_MONTHS[period]
  return { full, saved: full - priceOfPeriod(plan, period) }
}
