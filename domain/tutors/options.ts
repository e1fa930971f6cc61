/** What a list of tutors can be narrowed and put into order by; the rules themselves are in `finding.ts`, which a browser never needs. */

/** When a student wants a lesson (docs/rules/tutors.md 2.13). */
export const WHENS = ['now', 'today', 'evening', 'weekend'] as const
export type When = (typeof WHENS)[number]

/** The least average rating that can be asked for. */
export const RATING_FLOORS = { Four: 4, FourAndHalf: 4.5 } as const
export type RatingFloor = (typeof RATING_FLOORS)[keyof typeof RATING_FLOORS]

export const SORTS = ['soonest', 'rating', 'lessons'] as const
export type Sort = (typeof SORTS)[number]
