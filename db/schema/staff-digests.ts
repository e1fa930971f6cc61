import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { LocalDay } from '#domain/cairo'
import { flag } from './columns.ts'
import { users } from './users.ts'

/** Whether a member of staff wants the daily mail, and of which day they had it last (docs/rules/staff.md 14.3). */
export const staffDigests = sqliteTable('staff_digests', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  isWanted: flag('is_wanted').notNull().default(true),
  /** The last day in Cairo for which the mail was sent, or nothing was waiting; null before the first. */
  lastDay: text('last_day').$type<LocalDay>(),
})
