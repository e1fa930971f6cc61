import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, updatedAt } from './columns.ts'

/** Short links of the marketing site, by name. */
export const links = sqliteTable(
  'links',
  {
    name: text('name').primaryKey(),
    url: text('url').notNull(),
    visits: integer('visits').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('links_visits').on(t.visits, t.name)],
)
