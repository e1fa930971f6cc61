import { sql } from 'drizzle-orm'
import type { listPlanUsage } from '#contract/plans'
import { planCounts } from '#db/schema/plan-counts'
import { subscriptions } from '#db/schema/subscriptions'
import { hours, type Instant } from '#domain/cairo'
import { type ReadRequest, reading } from '../http/bind.ts'

type Kind = (typeof planCounts.$inferSelect)['kind']

/** The start of the next UTC period of this length, as `planCounts` has them. */
const nextOf = (now: Instant, span: number): Instant => now - (now % span) + span

const countOf = (kind: Kind) =>
  sql<number>`COALESCE((SELECT ${planCounts.rows} FROM ${planCounts}
    WHERE ${planCounts.planId} = named.value AND ${planCounts.kind} = ${kind} AND ${planCounts.start} = 0), 0)`

const endingIn = (kind: Kind, from: Instant, until: Instant) =>
  sql<number>`COALESCE((SELECT SUM(${planCounts.rows}) FROM ${planCounts}
    WHERE ${planCounts.planId} = named.value AND ${planCounts.kind} = ${kind}
      AND ${planCounts.start} >= ${from} AND ${planCounts.start} < ${until}), 0)`

/**
 * Subscriptions ending within this hour are counted one by one, within this day by hours, and the others by days; those that
 * have not begun are taken off.
 */
function livingAt(now: Instant) {
  const [hour, day] = [nextOf(now, hours(1)), nextOf(now, hours(24))]
  const ofHour = sql<number>`(SELECT COUNT(*) FROM ${subscriptions}
    WHERE ${subscriptions.planId} = named.value AND ${subscriptions.end} > ${now} AND ${subscriptions.end} < ${hour}
      AND ${subscriptions.terminatedAt} IS NULL)`
  const waiting = sql<number>`(SELECT COUNT(*) FROM ${subscriptions} INDEXED BY subscriptions_start
    WHERE ${subscriptions.start} > ${now} AND ${subscriptions.planId} = named.value AND ${subscriptions.terminatedAt} IS NULL)`
  return sql<number>`${ofHour} + ${endingIn('hour', hour, day)} + ${endingIn('day', day, Number.MAX_SAFE_INTEGER)} - ${waiting}`
}

/** What references each of the plans, in the requested order; nothing for a plan that does not exist. */
export const usage = reading(
  ({ db, now, query: { ids } }: ReadRequest<typeof listPlanUsage>) => [
    db
      .select({
        planId: sql<number>`named.value`.as('plan_id'),
        living: livingAt(now).as('living'),
        subscriptions: countOf('subscriptions').as('subscriptions'),
        invites: countOf('invites').as('invites'),
        coupons: countOf('coupons').as('coupons'),
      })
      .from(sql`json_each(${JSON.stringify(ids)}) AS named`)
      .orderBy(sql`named.key`),
  ],
  async (_, [rows]) => rows,
)
