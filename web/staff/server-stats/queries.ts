import { queryOptions } from '@tanstack/react-query'
import { readServerStats } from '#contract/calls/server-stats'
import { request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'

/** Events bring what is present; the hour and the jobs move on by the minute. */
const MINUTE = 60_000

export const statsQuery = queryOptions({
  queryKey: [...keys.serverStats],
  queryFn: ({ signal }) => request(readServerStats, {}, { signal }),
  refetchInterval: MINUTE,
})
