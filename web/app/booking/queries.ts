import { queryOptions } from '@tanstack/react-query'
import { listLessons } from '#contract/calls/lessons'
import { toIso } from '#domain/cairo'
import { request } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { keys } from '../../platform/query-keys.ts'

/** A student's lessons that are booked and not over, soonest first: one, but for what staff may have arranged. */
export const upcomingQuery = (studentId: number) =>
  queryOptions({
    queryKey: [...keys.lessons, 'upcoming', studentId],
    queryFn: ({ signal }) =>
      request(
        listLessons,
        { query: { users: [studentId], canceled: false, after: toIso(now()), direction: 'asc' } },
        { signal },
      ),
  })
