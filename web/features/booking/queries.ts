import { queryOptions } from '@tanstack/react-query'
import { listLessons } from '#contract/lessons'
import { toIso } from '#domain/cairo'
import { call } from '../../lib/call.ts'
import { now } from '../../lib/now.ts'
import { keys } from '../../lib/query-keys.ts'

/** A student's lessons that are booked and not over, soonest first: one, but for what staff may have arranged. */
export const upcomingQuery = (studentId: number) =>
  queryOptions({
    queryKey: [...keys.lessons, 'upcoming', studentId],
    queryFn: ({ signal }) =>
      call(
        listLessons,
        { query: { users: [studentId], canceled: false, after: toIso(now()), direction: 'asc' } },
        { signal },
      ),
  })
