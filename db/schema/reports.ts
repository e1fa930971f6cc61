import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, flag, id, updatedAt } from './columns.ts'
import { users } from './users.ts'

/** A reported problem, with an optional screenshot and log. */
export const reports = sqliteTable(
  'reports',
  {
    id: id(),
    userId: integer('user_id').references(() => users.id),
    title: text('title').notNull(),
    description: text('description').notNull(),
    screenshot: text('screenshot'),
    log: text('log'),
    resolved: flag('resolved').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('reports_open').on(t.resolved, t.createdAt)],
)
