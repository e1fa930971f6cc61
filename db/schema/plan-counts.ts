import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * The references to a plan. `day` and `hour` count its subscriptions that were not terminated by the UTC day and hour of
 * their end, so the number of current subscriptions is a sum over days, the hours of one day and the rows of one hour.
 */
const COUNTED = ['subscriptions', 'day', 'hour', 'invites', 'coupons'] as const

/** Triggers maintain it in the batch of each purchase, termination, invite and coupon. */
export const planCounts = sqliteTable(
  'plan_counts',
  {
    planId: integer('plan_id').notNull(),
    kind: text('kind', { enum: COUNTED }).notNull(),
    /** The first instant of a day or an hour, epoch milliseconds; 0 for other kinds. */
    start: integer('start').notNull().default(0),
    rows: integer('rows').notNull(),
  },
  (t) => [primaryKey({ columns: [t.planId, t.kind, t.start] })],
)
