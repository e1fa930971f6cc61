import { useQuery } from '@tanstack/react-query'
import { listPlans } from '#contract/calls/plans'
import { request } from '../../../platform/api.ts'
import { keys } from '../../../platform/query-keys.ts'
import { usePlanWords } from '../../../shared/plans/plan-words.ts'

const MINUTE = 60_000

/** All plans as the options of a field or a filter, and the name of one by its id. */
export function usePlanOptions() {
  const words = usePlanWords()
  const { data } = useQuery({
    queryKey: [...keys.plans, 'staff', 'options'],
    queryFn: ({ signal }) => request(listPlans, { query: { size: 100 } }, { signal }),
    staleTime: MINUTE,
  })
  const plans = data?.list ?? []
  const nameOf = (id: number): string => {
    const plan = plans.find((one) => one.id === id)
    return plan ? `${words.name(plan.weeklyMinutes)} (${id})` : `(${id})`
  }
  return { plans, nameOf, options: plans.map(({ id }) => ({ value: id, label: nameOf(id) })) }
}
