import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { updatedAt } from './columns.ts'
import { users } from './users.ts'

/** Settings of the platform that staff can change. */
export const settings = sqliteTable('settings', {
  name: text('name').primaryKey(),
  value: text('value', { mode: 'json' }).$type<unknown>().notNull(),
  updatedBy: integer('updated_by').references(() => users.id),
  updatedAt: updatedAt(),
})
