import { queryOptions } from '@tanstack/react-query'
import { readConsents } from '#contract/calls/consents'
import { request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'

/** What the user has agreed to, and what is to be accepted. */
export const consentsQuery = queryOptions({
  queryKey: keys.consents,
  queryFn: ({ signal }) => request(readConsents, {}, { signal }),
})
