import { eq } from 'drizzle-orm'
import { plan } from '#contract/plans'
import type { Db } from '#db/client'
import { plans } from '#db/schema/plans'
import { DomainError } from '#domain/errors'
import { encoder } from '../http/encode.ts'

export type PlanRow = typeof plans.$inferSelect

/** A plan in wire form for the audit log. */
export const auditedPlan = encoder(plan)

/** The query whose row `planOf` takes. */
export const planStatement = (db: Db, id: number) => db.select().from(plans).where(eq(plans.id, id))

/** @throws DomainError `plan-not-found`. */
export function planOf([plan]: readonly PlanRow[]): PlanRow {
  if (!plan) throw new DomainError('plan-not-found')
  return plan
}

/** @throws DomainError `plan-not-found`. */
export const findPlan = async (db: Db, id: number): Promise<PlanRow> => planOf(await planStatement(db, id))
