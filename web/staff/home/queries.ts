import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { dashboardFigures } from '#contract/calls/dashboard'
import type { DayRange } from '#domain/staff/dashboard-figures'
import { request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'

const MINUTE = 60_000

/** The figures of a range; those of the range before stay on the screen while others are fetched. */
export const figuresQuery = ({ from, to }: DayRange) =>
  queryOptions({
    queryKey: [...keys.dashboard, 'figures', from, to],
    queryFn: ({ signal }) => request(dashboardFigures, { query: { from, to } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: MINUTE,
  })
