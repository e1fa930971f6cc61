import { sql } from 'drizzle-orm'
import { type AnySQLiteColumn, check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { minuteEntryKinds } from '#domain/subscriptions/minutes'
import { createdAt, id, instant, oneOf } from './columns.ts'
import { lessons } from './lessons.ts'
import { orders } from './orders.ts'
import { subscriptions } from './subscriptions.ts'
import { users } from './users.ts'

/**
 * The minutes ledger: the remaining minutes of a week are the sum of its entries, and a trigger refuses a negative sum.
 * Entries are immutable. `week` is the instant at which the minutes week began; a trial has a single week, beginning at its
 * start.
 */
export const minuteEntries = sqliteTable(
  'minute_entries',
  {
    id: id(),
    subscriptionId: integer('subscription_id')
      .notNull()
      .references(() => subscriptions.id),
    week: instant('week').notNull(),
    kind: text('kind', { enum: minuteEntryKinds }).notNull(),
    minutes: integer('minutes').notNull(),
    lessonId: integer('lesson_id').references(() => lessons.id),
    /**
     * Counts a lesson's bookings from 0. A return has the number of its booking, and the next booking requires that return,
     * so bookings and returns alternate.
     */
    revision: integer('revision').notNull().default(0),
    /** For an adjustment: the member of staff who gave the minutes or took them back, and their reason. */
    givenBy: integer('given_by').references(() => users.id),
    reason: text('reason'),
    /** The adjustment that this one takes back; it can be taken back once, as a whole. */
    reverses: integer('reverses').references((): AnySQLiteColumn => minuteEntries.id),
    /** For a top-up or a change of plan: the order that paid for the minutes, or with whose refund they were taken back. */
    orderId: integer('tx_id').references(() => orders.id),
    createdAt: createdAt(),
  },
  (t) => [
    check('minutes_kind', oneOf(t.kind, minuteEntryKinds)),
    check(
      'minutes_sign',
      sql`CASE WHEN ${t.kind} = 'booking' THEN ${t.minutes} < 0 WHEN ${t.kind} IN ('adjustment', 'top-up', 'plan-change') THEN ${t.minutes} <> 0 ELSE ${t.minutes} > 0 END`,
    ),
    check('minutes_revision', sql`${t.revision} >= 0`),
    check('minutes_lesson', sql`(${t.kind} IN ('booking', 'return')) = (${t.lessonId} IS NOT NULL)`),
    check('minutes_order', sql`(${t.kind} IN ('top-up', 'plan-change')) = (${t.orderId} IS NOT NULL)`),
    uniqueIndex('minutes_one_grant').on(t.subscriptionId, t.week).where(sql`kind = 'grant'`),
    uniqueIndex('minutes_carried_once').on(t.subscriptionId, t.week).where(sql`kind = 'carry-over'`),
    uniqueIndex('minutes_topped_up_once').on(t.orderId).where(sql`kind = 'top-up' AND minutes > 0`),
    uniqueIndex('minutes_top_up_taken_back_once').on(t.orderId).where(sql`kind = 'top-up' AND minutes < 0`),
    uniqueIndex('minutes_plan_changed_once').on(t.orderId).where(sql`kind = 'plan-change' AND minutes > 0`),
    uniqueIndex('minutes_plan_change_taken_back_once').on(t.orderId).where(sql`kind = 'plan-change' AND minutes < 0`),
    uniqueIndex('minutes_once').on(t.lessonId, t.kind, t.revision).where(sql`lesson_id IS NOT NULL`),
    uniqueIndex('minutes_reversed_once').on(t.reverses).where(sql`reverses IS NOT NULL`),
    index('minutes_week').on(t.subscriptionId, t.week),
    index('minutes_granted').on(t.createdAt).where(sql`kind = 'grant'`),
  ],
)
