import type { Instant } from '../cairo.ts'
import type { Pausing } from './minutes.ts'
import { isPaidPeriod, type PaidPeriod, PlanPeriod } from './periods.ts'

export type SubscriptionTerm = {
  period: PlanPeriod
  start: Instant
  end: Instant
  terminatedAt: Instant | null
} & Pausing

/** Not terminated and not past its end; it is still current at the exact end (docs/rules/minutes.md 3.2). */
export const isCurrent = (subscription: SubscriptionTerm, now: Instant): boolean =>
  subscription.terminatedAt === null && subscription.end >= now

/** Paid subscriptions before the free trial, later starts before earlier ones (docs/rules/minutes.md 3.2). */
const byRank = (one: SubscriptionTerm, other: SubscriptionTerm) =>
  Number(one.period === PlanPeriod.FreeTrial) - Number(other.period === PlanPeriod.FreeTrial) || other.start - one.start

/**
 * The subscription whose minutes a student's bookings use, null when none is current. One that has not begun is not
 * (docs/rules/minutes.md 6.2).
 */
export const currentOf = <S extends SubscriptionTerm>(subscriptions: readonly S[], now: Instant): S | null =>
  subscriptions.filter((one) => one.start <= now && isCurrent(one, now)).sort(byRank)[0] ?? null

type PlanTerm = SubscriptionTerm & { planId: number | null }
type PaidTerm<S> = S & { planId: number; period: PaidPeriod }

/**
 * The most recently ended plan, which a student may want to renew; null without one, and while a plan is current or begins
 * later (docs/rules/accounts.md 10.4).
 */
export function endedPlanOf<S extends PlanTerm>(subscriptions: readonly S[], now: Instant): PaidTerm<S> | null {
  const isPaid = (one: S): one is PaidTerm<S> => one.planId !== null && isPaidPeriod(one.period)
  const paid = subscriptions.filter(isPaid)
  if (paid.some((one) => isCurrent(one, now))) return null
  const endOf = ({ end, terminatedAt }: S) => terminatedAt ?? end
  return paid.toSorted((one, other) => endOf(other) - endOf(one))[0] ?? null
}
