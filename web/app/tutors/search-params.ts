import { RATING_FLOORS, type RatingFloor, SORTS, WHENS } from '#domain/tutors/options'
import { genders } from '#domain/users/gender'
import { flag, instant, oneOf, type Param, positiveInteger, searchSchema, text } from '../../platform/search.ts'

export const TUTOR_TABS = ['profile', 'reviews'] as const
export type TutorTab = (typeof TUTOR_TABS)[number]

/** `book` opens the booking at once, for links that promise a lesson; `at` is the time that it proposes. */
export const tutorSearch = searchSchema({ tab: oneOf(TUTOR_TABS), book: flag, at: instant })

const ratingFloor: Param<RatingFloor> = (raw) => Object.values(RATING_FLOORS).find((floor) => floor === Number(raw))

/** The orders of the list; the first is for students alone, and theirs by default. */
export const LIST_SORTS = ['recommended', ...SORTS] as const
export type ListSort = (typeof LIST_SORTS)[number]

export const tutorsSearch = searchSchema({
  search: text,
  topic: positiveInteger,
  gender: oneOf(genders),
  when: oneOf(WHENS),
  rating: ratingFloor,
  slow: flag,
  favourites: flag,
  fitting: flag,
  sort: oneOf(LIST_SORTS),
  page: positiveInteger,
})
