import { queryOptions } from '@tanstack/react-query'
import { listSettings } from '#contract/calls/settings'
import { request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'

export const settingsQuery = queryOptions({
  queryKey: [...keys.settings, 'all'],
  queryFn: ({ signal }) => request(listSettings, {}, { signal }),
})
