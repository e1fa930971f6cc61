import type { Instant } from '../cairo.ts'
import { PlanPeriod } from './periods.ts'

export type SubscriptionTerm = { period: PlanPeriod; start: Instant; end: Instant; terminatedAt: Instant | null }

/** Not terminated and not past its end; it is still current at the exact end (docs/rules/minutes.md 3.2). */
export const isCurrent = (subscription: SubscriptionTerm, now: Instant): boolean =>
  subscription.terminatedAt === null && subscription.end >= now

/** Paid subscriptions before the free trial, later starts before earlier ones (docs/rules/minutes.md 3.2). */
const byRank = (one: SubscriptionTerm, other: SubscriptionTerm) =>
  Number(one.period === PlanPeriod.FreeTrial) - Number(other.period === PlanPeriod.FreeTrial) || other.start - one.start

/** The subscription whose minutes a student's bookings use, null when none is current. */
export const currentOf = <S extends SubscriptionTerm>(subscriptions: readonly S[], now: Instant): S | null =>
  subscriptions.filter((one) => isCurrent(one, now)).sort(byRank)[0] ?? null
