import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id, instant } from './columns.ts'
import { subscriptions } from './subscriptions.ts'
import { users } from './users.ts'

/**
 * The pauses of plans, in whole minutes weeks (docs/rules/minutes.md 10.1). Triggers let each begin after the one before it,
 * within the student's allowance unless staff give a reason, in weeks that hold no minutes, and copy the latest one to its
 * subscription. One that ends early keeps the weeks that were paused: none where it was undone before it began.
 */
export const pauses = sqliteTable(
  'pauses',
  {
    id: id(),
    subscriptionId: integer('subscription_id')
      .notNull()
      .references(() => subscriptions.id),
    start: instant('start').notNull(),
    end: instant('end').notNull(),
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.id),
    /** Of the member of staff who paused it; null where its student did. */
    reason: text('reason'),
    endedAt: instant('ended_at'),
    endedBy: integer('ended_by').references(() => users.id),
    endReason: text('end_reason'),
    createdAt: createdAt(),
  },
  (t) => [
    index('pauses_subscription').on(t.subscriptionId, t.start),
    // For the figures.
    index('pauses_start').on(t.start),
    // Three weeks, an hour more where the clocks go back.
    check('pauses_length', sql`${t.end} - ${t.start} BETWEEN 0 AND 1818000000`),
    check('pauses_later', sql`${t.start} > ${t.createdAt}`),
    check('pauses_ended', sql`(${t.endedAt} IS NULL) = (${t.endedBy} IS NULL)`),
    check('pauses_end_reason', sql`${t.endReason} IS NULL OR ${t.endedAt} IS NOT NULL`),
  ],
)
