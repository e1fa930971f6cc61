import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { listLessons } from '#contract/calls/lessons'
import { type TimeRange, toIso } from '#domain/cairo'
import { request } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { keys } from '../../platform/query-keys.ts'
import type { LessonTab } from './search-params.ts'

const PAGE_SIZE = 10

/** The filter of each tab; a running lesson counts as upcoming. */
const filterOf = {
  upcoming: (at: number) => ({ canceled: false, after: toIso(at), direction: 'asc' as const }),
  past: (at: number) => ({ canceled: false, future: false, before: toIso(at) }),
  cancelled: () => ({ ratified: false }),
}

/** One tab of a person's lessons, page by page. */
export const lessonsOfTab = (userId: number, tab: LessonTab) =>
  infiniteQueryOptions({
    queryKey: [...keys.lessons, 'tab', userId, tab],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      request(
        listLessons,
        { query: { users: [userId], ...filterOf[tab](now()), page: pageParam, size: PAGE_SIZE } },
        { signal },
      ),
    getNextPageParam: (last, pages) =>
      pages.reduce((sum, page) => sum + page.list.length, 0) < last.total && last.list.length > 0
        ? pages.length + 1
        : undefined,
  })

/** Every lesson that touches a range of at most 60 days, cancelled ones too. */
export const lessonsInRange = (userId: number, { start, end }: TimeRange) =>
  queryOptions({
    queryKey: [...keys.lessons, 'range', userId, start, end],
    queryFn: ({ signal }) =>
      request(
        listLessons,
        { query: { users: [userId], after: toIso(start), before: toIso(end), full: true, direction: 'asc' } },
        { signal },
      ),
  })
