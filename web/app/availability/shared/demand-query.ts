import { queryOptions } from '@tanstack/react-query'
import { lessonDemand } from '#contract/calls/lessons'
import { hours } from '#domain/cairo'
import { request } from '../../../platform/api.ts'

/** In which hours of the week students book; it changes once a day. */
export const demandQuery = queryOptions({
  queryKey: ['demand'],
  queryFn: ({ signal }) => request(lessonDemand, {}, { signal }),
  staleTime: hours(1),
})
