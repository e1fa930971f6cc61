import { eq } from 'drizzle-orm'
import type { Plan } from '#contract/plans'
import type { Db } from '#db/client'
import { plans } from '#db/schema/plans'
import { toIso } from '#domain/cairo'
import { DomainError } from '#domain/errors'

export type PlanRow = typeof plans.$inferSelect

export const wirePlan = (row: PlanRow): Plan => ({
  ...row,
  createdAt: toIso(row.createdAt),
  updatedAt: toIso(row.updatedAt),
})

/** @throws DomainError `plan-not-found`. */
export async function findPlan(db: Db, id: number): Promise<PlanRow> {
  const [plan] = await db.select().from(plans).where(eq(plans.id, id))
  if (!plan) throw new DomainError('plan-not-found')
  return plan
}
