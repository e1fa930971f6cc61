import { useQuery } from '@tanstack/react-query'
import { listPlanUsage } from '#contract/calls/plans'
import { request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'
import { usePlanOptions } from './use-plan-options.ts'

/** What refers to each plan, by its id. */
export function usePlanUsage() {
  const { plans } = usePlanOptions()
  const ids = plans.map(({ id }) => id)
  const { data } = useQuery({
    queryKey: [...keys.plans, 'staff', 'usage', ids],
    queryFn: ({ signal }) => request(listPlanUsage, { query: { ids } }, { signal }),
    enabled: ids.length > 0,
  })
  return new Map((data ?? []).map((usage) => [usage.planId, usage]))
}
