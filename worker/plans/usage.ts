import { and, count, gt, isNull, sql } from 'drizzle-orm'
import type { listPlanUsage } from '#contract/plans'
import { coupons } from '#db/schema/coupons'
import { planInvites } from '#db/schema/plans'
import { subscriptions } from '#db/schema/subscriptions'
import { type Asked, reading } from '../http/bind.ts'
import { isAmong } from '../http/filters.ts'

/** By the id of the plan that they count for. */
const countsById = (rows: { planId: number | null; count: number }[]) => {
  const byId = new Map(rows.map((row) => [row.planId, row.count]))
  return (id: number) => byId.get(id) ?? 0
}

/** What refers to each of the plans, in the order in which they are named; nothing does to one that does not exist. */
export const usage = reading(
  ({ db, now, query: { ids } }: Asked<typeof listPlanUsage>) => {
    const isLiving = and(isNull(subscriptions.terminatedAt), gt(subscriptions.end, now))
    return [
      db
        .select({ planId: subscriptions.planId, count: count(), living: sql<number>`SUM(${isLiving})` })
        .from(subscriptions)
        .where(isAmong(subscriptions.planId, ids))
        .groupBy(subscriptions.planId),
      db
        .select({ planId: planInvites.planId, count: count() })
        .from(planInvites)
        .where(isAmong(planInvites.planId, ids))
        .groupBy(planInvites.planId),
      db
        .select({ planId: coupons.planId, count: count() })
        .from(coupons)
        .where(isAmong(coupons.planId, ids))
        .groupBy(coupons.planId),
    ]
  },
  async ({ query }, [sold, invited, reduced]) => {
    const living = countsById(sold.map((row) => ({ planId: row.planId, count: row.living })))
    const subscribed = countsById(sold)
    const inviteCount = countsById(invited)
    const couponCount = countsById(reduced)
    return query.ids.map((planId) => ({
      planId,
      living: living(planId),
      subscriptions: subscribed(planId),
      invites: inviteCount(planId),
      coupons: couponCount(planId),
    }))
  },
)
