import type { subscriptionOfUser } from '#contract/subscriptions'
import { toIso } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { isAdmin } from '#domain/roles'
import type { Act } from '../http/bind.ts'
import { ensureGranted, loadMinutesBalance, type Subscription } from './store.ts'

const optionalIso = (instant: number | null) => (instant === null ? null : toIso(instant))

export const wireSubscription = (one: Subscription) => ({
  ...one,
  start: toIso(one.start),
  end: toIso(one.end),
  terminatedAt: optionalIso(one.terminatedAt),
  createdAt: toIso(one.createdAt),
  updatedAt: toIso(one.updatedAt),
})

/**
 * GET /sub/user: a student's current subscription and what is left of its week (docs/rules/minutes.md 3.7).
 * @throws DomainError `forbidden` for another student's.
 */
export const mine: Act<typeof subscriptionOfUser> = async ({ actor, query, db, now }) => {
  if (!isAdmin(actor.role) && query.userId !== actor.id) throw new DomainError('forbidden')
  const standing = await loadMinutesBalance(db, query.userId, now)
  if (!standing) return { info: null, remainingWeeklyMinutes: 0 }
  await ensureGranted(db, standing, now)
  return { info: wireSubscription(standing.subscription), remainingWeeklyMinutes: standing.remainingMinutes }
}
