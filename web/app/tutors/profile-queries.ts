import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { listRatingsOfTutor } from '#contract/calls/ratings'
import { tutorTimes } from '#contract/calls/tutors'
import { request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'

const REVIEWS_A_PAGE = 12

/** Every start of the coming days. */
export const tutorTimesQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.tutors, 'times', id],
    queryFn: ({ signal }) => request(tutorTimes, { params: { id } }, { signal }),
  })

export const reviewsQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [...keys.tutors, 'reviews', id],
    queryFn: ({ pageParam, signal }) =>
      request(listRatingsOfTutor, { params: { id }, query: { page: pageParam, size: REVIEWS_A_PAGE } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages, page) => (pages.length * REVIEWS_A_PAGE < total ? page + 1 : undefined),
  })
