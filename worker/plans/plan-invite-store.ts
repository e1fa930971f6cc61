import { planInvite } from '#contract/plan-invites'
import type { Db } from '#db/client'
import { planInvites } from '#db/schema/plans'
import { addDays, type Instant, isLocalDay, lastPlannable, startOfDay } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { encoder } from '../http/encode.ts'
import { isAmong } from '../http/filters.ts'

export type PlanInviteRow = typeof planInvites.$inferSelect

/** A plan invite in wire form for the audit log. */
export const auditedPlanInvite = encoder(planInvite)

/** The last millisecond of a day in Cairo: an invite is valid on the whole day on which it expires. */
export function endOfDay(day: string): Instant {
  if (!isLocalDay(day)) throw new DomainError('bad-request', 'expiresAt: no such day')
  return startOfDay(addDays(day, 1)) - 1
}

/**
 * The expiry of an invite; null (never) without a day.
 * @throws DomainError `bad-request` for a day that does not exist or has passed, `date-too-far` for one more than five
 * years ahead.
 */
export function parseExpiry(day: string | null | undefined, now: Instant): Instant | null {
  if (day === null || day === undefined) return null
  const expiresAt = endOfDay(day)
  if (expiresAt <= now) throw new DomainError('bad-request', 'expiresAt: has passed')
  if (expiresAt > lastPlannable(now)) throw new DomainError('date-too-far', 'expiresAt: more than five years ahead')
  return expiresAt
}

/** The invites with these ids; unknown ids are omitted. */
export const findPlanInvites = (db: Db, ids: readonly number[]): Promise<PlanInviteRow[]> =>
  db.select().from(planInvites).where(isAmong(planInvites.id, ids))
