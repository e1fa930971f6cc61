import { queryOptions } from '@tanstack/react-query'
import { listPlans } from '#contract/calls/plans'
import type { Plan } from '#contract/plans'
import { request } from '../../../platform/api.ts'
import { keys } from '../../../platform/query-keys.ts'

export const byPrice = (one: Plan, other: Plan) => one.baseMonthlyPrice - other.baseMonthlyPrice || one.id - other.id

/** What everybody may buy, cheapest first. */
export const plansQuery = queryOptions({
  queryKey: [...keys.plans, 'list'],
  queryFn: async ({ signal }) => {
    const { list } = await request(listPlans, { query: { page: 1, size: 100 } }, { signal })
    return list.filter(({ active, forInvitesOnly }) => active && !forInvitesOnly).sort(byPrice)
  },
  staleTime: 5 * 60_000,
})
