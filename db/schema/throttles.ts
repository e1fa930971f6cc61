import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

/** Exact counters for limits; the platform's own rate limits are approximate. */
export const throttles = sqliteTable(
  'throttles',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    resetsAt: instant('resets_at').notNull(),
  },
  (t) => [index('throttles_reset').on(t.resetsAt)],
)
