import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listRatingsOfTutor } from '#contract/ratings'
import { listOnboardedTutors, tutorStats } from '#contract/tutors'
import { request } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { keys } from '../../platform/query-keys.ts'
import { msUntilStale } from './freshness.ts'

export const TUTORS_A_PAGE = 12
const REVIEWS_A_PAGE = 12

export const tutorsQuery = (search: string, page: number) =>
  queryOptions({
    queryKey: [...keys.tutors, 'list', search, page],
    queryFn: ({ signal }) =>
      request(listOnboardedTutors, { query: { ...(search ? { search } : {}), page, size: TUTORS_A_PAGE } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data ? msUntilStale(state.data.list, now()) : false),
  })

export const tutorStatsQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.tutors, 'stats', id],
    queryFn: ({ signal }) => request(tutorStats, { params: { id } }, { signal }),
  })

export const reviewsQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [...keys.tutors, 'reviews', id],
    queryFn: ({ pageParam, signal }) =>
      request(listRatingsOfTutor, { params: { id }, query: { page: pageParam, size: REVIEWS_A_PAGE } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages, page) => (pages.length * REVIEWS_A_PAGE < total ? page + 1 : undefined),
  })
