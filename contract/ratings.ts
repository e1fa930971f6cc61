import * as z from 'zod/mini'
import { RatingValue, whyNotRatingText, whyNotRatingValue } from '#domain/lessons/rating'
import { defineCall } from './call.ts'
import * as calls from './calls/ratings.ts'
import { id, idParams, listOf, nothing, oneOf, paging, ruledOneOf, ruledText, sorting, times } from './fields.ts'
import { otherThanTutor, person } from './users.ts'

const stored = { value: oneOf(RatingValue), feedback: z.nullable(z.string()) }

export const rating = z.object({ id, raterId: id, rateeId: id, ...stored, ...times })
export type Rating = z.input<typeof rating>

/** A rating with its two people. */
export const populatedRating = z.object({ id, rater: person, ratee: person, ...stored, ...times })
export type PopulatedRating = z.input<typeof populatedRating>

/** A rater as the public reads of them: the first name and an initial; the id only for the rater and for admins. */
const publicRater = z.object({ ...otherThanTutor.shape, id: z.nullable(id) })

/** A rating of a tutor, for everybody. */
export const receivedRating = z.object({ id, rater: publicRater, ratee: person, ...stored, ...times })
export type ReceivedRating = z.input<typeof receivedRating>

/** A rating on a tutor's page; name and image are the rater's, as the public reads of them, `userId` is null but in one's own. */
export const tutorRating = z.object({ ...otherThanTutor.shape, userId: z.nullable(id), ...stored })
export type TutorRating = z.input<typeof tutorRating>

const value = ruledOneOf(RatingValue, whyNotRatingValue)
const feedback = z.nullable(ruledText(whyNotRatingText))
const fieldErrors = [
  'too-low-rating-value',
  'too-high-rating-value',
  'too-short-rating-text',
  'too-long-rating-text',
] as const

export const createRating = defineCall(calls.createRating, {
  may: 'rating.create',
  summary: 'Rate: a student a tutor they had a lesson with, a tutor the studio that made their media',
  body: z.object({ rateeId: id, value, feedback }),
  answer: rating,
  errors: ['user-not-found', 'rating-exists', ...fieldErrors],
  creates: true,
})

export const editRating = defineCall(calls.editRating, {
  may: 'rating.edit',
  summary: 'Change a rating',
  params: idParams,
  body: z.object({ value: z.optional(value), feedback: z.optional(feedback) }),
  answer: nothing,
  errors: ['rating-not-found', 'empty-request', ...fieldErrors],
  versioned: true,
})

export const deleteRating = defineCall(calls.deleteRating, {
  may: 'rating.delete',
  summary: 'Delete a rating',
  params: idParams,
  answer: nothing,
  errors: ['rating-not-found'],
})

export const getRating = defineCall(calls.getRating, {
  may: 'rating.read',
  viewable: true,
  summary: 'A rating, for its rater and for admins',
  params: idParams,
  answer: populatedRating,
  errors: ['rating-not-found'],
})

export const listRatingsByRater = defineCall(calls.listRatingsByRater, {
  may: 'rating.listByRater',
  viewable: true,
  summary: 'The ratings that somebody gave',
  params: idParams,
  query: z.object({ ...paging, ...sorting('createdAt') }),
  answer: listOf(populatedRating),
  errors: [],
})

export const listRatingsOfRatee = defineCall(calls.listRatingsOfRatee, {
  may: 'rating.listOfRatee',
  viewable: true,
  summary: 'The ratings that a tutor got; a studio’s are for admins',
  params: idParams,
  query: z.object({ ...paging, ...sorting('createdAt', 'value') }),
  answer: listOf(receivedRating),
  errors: ['user-not-found', 'forbidden'],
  freshness: 'minute',
})

export const listRatingsOfTutor = defineCall(calls.listRatingsOfTutor, {
  may: 'rating.listOfTutor',
  viewable: true,
  summary: 'A tutor’s ratings for their page: the caller’s own first, then the best and the longest',
  params: idParams,
  query: z.object(paging),
  answer: listOf(tutorRating),
  errors: ['tutor-not-found'],
  freshness: 'minute',
})
