/** How an order came about: with a coupon, by an invite to its plan, or neither (docs/rules/staff.md 2.5). */
export const orderSources = ['direct', 'coupon', 'invite'] as const
export type OrderSource = (typeof orderSources)[number]

/** What the free trial uses has no order. */
export const planFigureSources = [...orderSources, 'trial'] as const
export type PlanFigureSource = (typeof planFigureSources)[number]

/** The counted amounts of one plan and source; money in piastres. */
export const planFigureNames = ['sold', 'revenue', 'refunded', 'minutesUsed'] as const
export type PlanFigureName = (typeof planFigureNames)[number]

/** `planId` is null for the free trial. */
export type PlanFigures = { planId: number | null; source: PlanFigureSource } & Record<PlanFigureName, number>

export const noPlanFigures = (planId: number | null, source: PlanFigureSource): PlanFigures => ({
  planId,
  source,
  sold: 0,
  revenue: 0,
  refunded: 0,
  minutesUsed: 0,
})

/** The sums by plan and source, in the order in which a plan and source first appear; missing amounts count as 0. */
export function sumByPlan(
  rows: readonly (Pick<PlanFigures, 'planId' | 'source'> & Partial<PlanFigures>)[],
): PlanFigures[] {
  const sums = new Map<string, PlanFigures>()
  for (const row of rows) {
    const key = `${row.planId} ${row.source}`
    const sum = sums.get(key) ?? noPlanFigures(row.planId, row.source)
    for (const name of planFigureNames) sum[name] += row[name] ?? 0
    sums.set(key, sum)
  }
  return [...sums.values()]
}
