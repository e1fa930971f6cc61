import { planInvite } from '#contract/plan-invites'
import type { Db } from '#db/client'
import { planInvites } from '#db/schema/plans'
import { addDays, type Instant, isLocalDay, startOfDay } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { encoder } from '../http/encode.ts'
import { isAmong } from '../http/filters.ts'

export type PlanInviteRow = typeof planInvites.$inferSelect

/** A plan invite as the audit log keeps it: encoded. */
export const auditedPlanInvite = encoder(planInvite)

/** The last moment of a day in Cairo: an invite that expires on a day still holds on it. */
export function endOfDay(day: string): Instant {
  if (!isLocalDay(day)) throw new DomainError('bad-request', 'expiresAt: no such day')
  return startOfDay(addDays(day, 1)) - 1
}

/** @throws DomainError `bad-request` for a day that has passed. */
export function parseExpiry(day: string | null | undefined, now: Instant): Instant | null {
  if (day === null || day === undefined) return null
  const expiresAt = endOfDay(day)
  if (expiresAt <= now) throw new DomainError('bad-request', 'expiresAt: has passed')
  return expiresAt
}

/** Those of these invites that exist. */
export const findPlanInvites = (db: Db, ids: readonly number[]): Promise<PlanInviteRow[]> =>
  db.select().from(planInvites).where(isAmong(planInvites.id, ids))
