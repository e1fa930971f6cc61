import { queryOptions } from '@tanstack/react-query'
import { staffQueue } from '#contract/dashboard'
import { request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'

const MINUTE = 60_000

/** What waits. Events refetch it; the minute is for what sends none, and so that meetings of today move on. */
export const queueQuery = queryOptions({
  queryKey: [...keys.dashboard, 'queue'],
  queryFn: ({ signal }) => request(staffQueue, {}, { signal }),
  refetchOnWindowFocus: 'always',
  refetchInterval: MINUTE,
})
