import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { createdAt, instant } from './columns.ts'
import { orders } from './orders.ts'
import { plans } from './plans.ts'
import { subscriptions } from './subscriptions.ts'

/**
 * Changes of running plans to larger ones, each with its order (docs/rules/minutes.md 9.1 to 9.7). A row is written with the
 * order and takes effect when that is paid; what a subscription was bought as can be read from it. Prices are of the whole
 * period, in piastres.
 */
export const planChanges = sqliteTable(
  'plan_changes',
  {
    orderId: integer('tx_id')
      .primaryKey()
      .references(() => orders.id),
    subscriptionId: integer('subscription_id')
      .notNull()
      .references(() => subscriptions.id),
    fromPlanId: integer('from_plan_id')
      .notNull()
      .references(() => plans.id),
    fromMinutes: integer('from_minutes').notNull(),
    fromPrice: integer('from_price').notNull(),
    toPlanId: integer('to_plan_id')
      .notNull()
      .references(() => plans.id),
    toMinutes: integer('to_minutes').notNull(),
    toPrice: integer('to_price').notNull(),
    createdAt: createdAt(),
    /** When it took effect. */
    doneAt: instant('done_at'),
    /** When its money had gone back, and it ended. */
    undoneAt: instant('undone_at'),
  },
  (t) => [
    check('plan_changes_upwards', sql`${t.toMinutes} > ${t.fromMinutes} AND ${t.fromMinutes} > 0`),
    check('plan_changes_prices', sql`${t.fromPrice} >= 0 AND ${t.toPrice} >= ${t.fromPrice}`),
    check('plan_changes_undone', sql`${t.undoneAt} IS NULL OR ${t.doneAt} IS NOT NULL`),
    index('plan_changes_subscription').on(t.subscriptionId),
    index('plan_changes_done').on(t.doneAt),
  ],
)
