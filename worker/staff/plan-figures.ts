import type { planFigures as planFiguresCall } from '#contract/dashboard'
import { plans } from '#db/schema/plans'
import { daysOf } from '#domain/staff/dashboard-figures'
import { sumByPlan } from '#domain/staff/plan-figures'
import { type ReadRequest, reading } from '../http/bind.ts'
import { figureRange, isSettled } from './figures.ts'
import { computePlanFigures, storedPlanDays, storedPlanSums, storePlanFigures } from './plan-figures-store.ts'

/**
 * What each plan sold, brought in, gave back and was used for over a range of days, by source (docs/rules/staff.md 2.5). Days that
 * are not stored are computed, and stored if they are over.
 * @throws DomainError the codes of `figureRange`.
 */
export const planFigures = reading(
  (request: ReadRequest<typeof planFiguresCall>) => {
    const range = figureRange(request)
    const { db } = request
    const minutes = db.select({ id: plans.id, weeklyMinutes: plans.weeklyMinutes }).from(plans)
    return [storedPlanDays(db, range), storedPlanSums(db, range), minutes] as const
  },
  async (ctx, [storedDays, storedSums, known]) => {
    const { db, now, after } = ctx
    const stored = new Set(storedDays.map(({ day }) => day))
    const computed = await computePlanFigures(
      db,
      daysOf(figureRange(ctx)).filter((day) => !stored.has(day)),
      now,
    )
    const toStore = computed.filter(({ day }) => isSettled(day, now))
    if (toStore.length > 0) after(storePlanFigures(db, toStore))
    const minutesOf = new Map(known.map(({ id, weeklyMinutes }) => [id, weeklyMinutes]))
    return {
      plans: sumByPlan([...storedSums, ...computed])
        .map((sum) => ({ ...sum, weeklyMinutes: sum.planId === null ? null : (minutesOf.get(sum.planId) ?? null) }))
        .sort((a, b) => b.revenue - a.revenue || b.minutesUsed - a.minutesUsed || (a.planId ?? 0) - (b.planId ?? 0)),
    }
  },
)
