import type { LessonDuration } from '../lessons/durations.ts'
import { type Piastres, shareOf } from '../money.ts'
import {
  type PaidPeriod,
  PERIOD_MONTHS,
  PERIOD_WEEKS,
  type PlanPrices,
  priceOfPeriod,
} from '../subscriptions/periods.ts'

/** The lesson duration, in minutes, by whose price plans are compared. */
export const COMPARED_LESSON: LessonDuration = 30

const SHORT_LESSON: LessonDuration = 15

/** How many lessons of 30 minutes a week's minutes hold, and whether one of 15 fits into the rest (docs/rules/minutes.md 1.4). */
export const lessonsAWeek = (weeklyMinutes: number): { halfHours: number; quarterHours: number } => ({
  halfHours: Math.floor(weeklyMinutes / COMPARED_LESSON),
  quarterHours: Math.floor((weeklyMinutes % COMPARED_LESSON) / SHORT_LESSON),
})

/** The longest lesson that a week's minutes hold: whose price is shown (docs/rules/minutes.md 1.4). */
export const comparedLesson = (weeklyMinutes: number): LessonDuration =>
  weeklyMinutes < COMPARED_LESSON ? SHORT_LESSON : COMPARED_LESSON

/** The price of such a lesson in a period, in piastres, rounded down, if all of the period's minutes are used. */
export const pricePerLesson = (plan: PlanPrices & { weeklyMinutes: number }, period: PaidPeriod): Piastres =>
  shareOf(priceOfPeriod(plan, period), comparedLesson(plan.weeklyMinutes), plan.weeklyMinutes * PERIOD_WEEKS[period])

/** The price of a period without its discount, and the discount, in piastres. */
export function savingOf(plan: PlanPrices, period: PaidPeriod): { full: Piastres; saved: Piastres } {
  const full = plan.baseMonthlyPrice * PERIOD_MONTHS[period]
  return { full, saved: full - priceOfPeriod(plan, period) }
}
