/** The filter and sort options of a list of tutors; the rules are in `finding.ts`, which is not shipped to browsers. */

/** When a student wants a lesson (docs/rules/tutors.md 2.13). */
export const WHENS = ['now', 'today', 'evening', 'weekend'] as const
export type When = (typeof WHENS)[number]

/** The minimum average ratings that can be filtered by. */
export const RATING_FLOORS = { Four: 4, FourAndHalf: 4.5 } as const
export type RatingFloor = (typeof RATING_FLOORS)[keyof typeof RATING_FLOORS]

export const SORTS = ['soonest', 'rating', 'lessons'] as const
export type Sort = (typeof SORTS)[number]
