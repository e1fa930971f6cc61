import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, id, instant } from './columns.ts'
import { lessons } from './lessons.ts'
import { subscriptions } from './subscriptions.ts'

/**
 * The ledger of minutes: what is left of a week is the sum of its entries, and a trigger refuses a sum below zero.
 * Entries are never changed. `week` is the instant at which the minutes week began; a trial has one, its start.
 */
export const minuteEntries = sqliteTable(
  'minute_entries',
  {
    id: id(),
    subscriptionId: integer('subscription_id')
      .notNull()
      .references(() => subscriptions.id),
    week: instant('week').notNull(),
    kind: text('kind', { enum: ['grant', 'booking', 'return', 'adjustment'] }).notNull(),
    minutes: integer('minutes').notNull(),
    lessonId: integer('lesson_id').references(() => lessons.id),
    /** Counts a lesson's bookings: 0 as it was booked, one more with each change of its time. */
    revision: integer('revision').notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    check(
      'minutes_sign',
      sql`CASE ${t.kind} WHEN 'booking' THEN ${t.minutes} < 0 WHEN 'adjustment' THEN ${t.minutes} <> 0 ELSE ${t.minutes} > 0 END`,
    ),
    check('minutes_lesson', sql`(${t.kind} IN ('booking', 'return')) = (${t.lessonId} IS NOT NULL)`),
    uniqueIndex('minutes_one_grant').on(t.subscriptionId, t.week).where(sql`kind = 'grant'`),
    uniqueIndex('minutes_once').on(t.lessonId, t.kind, t.revision).where(sql`lesson_id IS NOT NULL`),
    index('minutes_week').on(t.subscriptionId, t.week),
  ],
)
