import { getTableName } from 'drizzle-orm'
import { integer, type SQLiteTable, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { auditEntries } from './audit.ts'
import { availabilitySlots } from './availability.ts'
import { contactRequests } from './contact.ts'
import { coupons } from './coupons.ts'
import { demoSessions } from './demo-sessions.ts'
import { interviews } from './interviews.ts'
import { introVideos } from './intro-videos.ts'
import { invites } from './invites.ts'
import { orders } from './orders.ts'
import { planInvites } from './plans.ts'
import { reports } from './reports.ts'
import { subscriptions } from './subscriptions.ts'
import { tutors } from './tutors.ts'
import { users } from './users.ts'
import { withdrawals } from './withdrawals.ts'

/**
 * The row counts of the tables of long lists, for a list without a filter. Triggers maintain them in the batch of each
 * insertion and deletion; deleted slots are not counted.
 */
export const tableCounts = sqliteTable('table_counts', {
  name: text('name').primaryKey(),
  rows: integer('rows').notNull(),
})

/** The tables with a row count. */
export const countedTables = [
  users,
  tutors,
  availabilitySlots,
  orders,
  subscriptions,
  withdrawals,
  interviews,
  demoSessions,
  introVideos,
  reports,
  contactRequests,
  auditEntries,
  invites,
  planInvites,
  coupons,
] as const

const names = new Set<string>(countedTables.map((table) => getTableName(table)))

/** Whether a table has a row count. */
export const isCounted = (table: SQLiteTable): boolean => names.has(getTableName(table))
