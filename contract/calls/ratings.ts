import { address } from '../address.ts'

export const createRating = address('POST', '/rating')
export const editRating = address('PUT', '/rating/:id')
export const deleteRating = address('DELETE', '/rating/:id')
export const getRating = address('GET', '/rating/:id')
export const listRatingsByRater = address('GET', '/rating/list/rater/:id')
export const listRatingsOfRatee = address('GET', '/rating/list/ratee/:id')
export const listRatingsOfTutor = address('GET', '/rating/list/tutor/:id')
