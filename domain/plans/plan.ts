import type { ErrorCode } from '#domain/errors'

/** The bounds of a plan (docs/rules/minutes.md 1.1). */
export const MIN_WEEKLY_MINUTES = 15
export const MAX_WEEKLY_MINUTES = 7 * 24 * 60
/** Percentages are scaled by 100. */
export const FULL_DISCOUNT = 100_00

/** A whole number of minutes, from one short lesson a week to the whole week. */
export const whyNotWeeklyMinutes = (minutes: number): ErrorCode | null =>
  Number.isInteger(minutes) && minutes >= MIN_WEEKLY_MINUTES && minutes <= MAX_WEEKLY_MINUTES
    ? null
    : 'plan-weekly-minutes-out-of-range'

/** `piastres` is the base price of a month. */
export const whyNotPlanPrice = (piastres: number): ErrorCode | null =>
  Number.isSafeInteger(piastres) && piastres > 0 ? null : 'invalid-plan-price'

/** A percentage scaled by 100: 10 % is 1000. */
export const whyNotPlanDiscount = (discount: number): ErrorCode | null =>
  Number.isInteger(discount) && discount >= 0 && discount <= FULL_DISCOUNT ? null : 'plan-discount-out-of-range'
