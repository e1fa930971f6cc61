import type { subscriptionOfUser } from '#contract/subscriptions'
import { DomainError } from '#domain/errors'
import { isAdmin } from '#domain/roles'
import type { Act } from '../http/bind.ts'
import { ensureGranted, loadMinutesBalance } from './store.ts'

/**
 * A student's current subscription and the minutes that remain of its week (docs/rules/minutes.md 3.7). Stores the
 * week's grant if the job has not run yet.
 * @throws DomainError `forbidden` for another student's.
 */
export const mine: Act<typeof subscriptionOfUser> = async ({ actor, query, db, now }) => {
  if (!isAdmin(actor.role) && query.userId !== actor.id) throw new DomainError('forbidden')
  const balance = await loadMinutesBalance(db, query.userId, now)
  if (!balance) return { info: null, remainingWeeklyMinutes: 0 }
  await ensureGranted(db, balance, now)
  return { info: balance.subscription, remainingWeeklyMinutes: balance.remainingMinutes }
}
