import type { ErrorCode } from '#domain/errors'

/** Star ratings and their names (docs/rules/tutors.md 5.1). */
export const RatingValue = { Bad: 1, Accepted: 2, Good: 3, VeryGood: 4, Excellent: 5 } as const
export type RatingValue = (typeof RatingValue)[keyof typeof RatingValue]

export const MIN_RATING_TEXT = 3
export const MAX_RATING_TEXT = 1000

/** One to five stars; expects a whole number. */
export function whyNotRatingValue(value: number): ErrorCode | null {
  if (value < RatingValue.Bad) return 'too-low-rating-value'
  return value > RatingValue.Excellent ? 'too-high-rating-value' : null
}

/** Expects trimmed text; a rating without text is allowed. */
export function whyNotRatingText(text: string): ErrorCode | null {
  if (text.length < MIN_RATING_TEXT) return 'too-short-rating-text'
  return text.length > MAX_RATING_TEXT ? 'too-long-rating-text' : null
}
