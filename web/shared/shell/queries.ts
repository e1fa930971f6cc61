import { queryOptions } from '@tanstack/react-query'
import { publicSettings } from '#contract/calls/settings'
import { request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'

const FIVE_MINUTES = 300_000

/** What staff have set for everybody: read again now and then, as an announcement is made while pages are open. */
export const publicSettingsQuery = queryOptions({
  queryKey: [...keys.settings, 'public'],
  queryFn: ({ signal }) => request(publicSettings, {}, { signal, asGuest: true }),
  refetchInterval: FIVE_MINUTES,
  refetchOnWindowFocus: true,
  // Nothing on a screen waits for it: one that fails is asked for again with the next interval.
  retry: false,
})
