import { queryOptions } from '@tanstack/react-query'
import { staffQueue } from '#contract/calls/dashboard'
import { request } from '../../../platform/api.ts'
import { keys } from '../../../platform/query-keys.ts'

const MINUTE = 60_000

/** The pending decisions. Events refetch them; the interval covers changes without an event, and today's meetings. */
export const queueQuery = queryOptions({
  queryKey: [...keys.dashboard, 'queue'],
  queryFn: ({ signal }) => request(staffQueue, {}, { signal }),
  refetchOnWindowFocus: 'always',
  refetchInterval: MINUTE,
})
