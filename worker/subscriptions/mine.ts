import type { subscriptionOfUser } from '#contract/subscriptions'
import { DomainError } from '#domain/errors'
import { isAdmin } from '#domain/roles'
import type { Act } from '../http/bind.ts'
import { ensureGranted, loadMinutesBalance } from './store.ts'

/**
 * GET /sub/user: a student's current subscription and what is left of its week (docs/rules/minutes.md 3.7).
 * @throws DomainError `forbidden` for another student's.
 */
export const mine: Act<typeof subscriptionOfUser> = async ({ actor, query, db, now }) => {
  if (!isAdmin(actor.role) && query.userId !== actor.id) throw new DomainError('forbidden')
  const standing = await loadMinutesBalance(db, query.userId, now)
  if (!standing) return { info: null, remainingWeeklyMinutes: 0 }
  await ensureGranted(db, standing, now)
  return { info: standing.subscription, remainingWeeklyMinutes: standing.remainingMinutes }
}
