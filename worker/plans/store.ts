import { eq } from 'drizzle-orm'
import { plan } from '#contract/plans'
import type { Db } from '#db/client'
import { plans } from '#db/schema/plans'
import { DomainError } from '#domain/errors'
import { encoder } from '../http/encode.ts'

export type PlanRow = typeof plans.$inferSelect

/** A plan as the audit log keeps it: encoded. */
export const auditedPlan = encoder(plan)

/** @throws DomainError `plan-not-found`. */
export async function findPlan(db: Db, id: number): Promise<PlanRow> {
  const [plan] = await db.select().from(plans).where(eq(plans.id, id))
  if (!plan) throw new DomainError('plan-not-found')
  return plan
}
