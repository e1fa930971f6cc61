import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, updatedAt } from './columns.ts'
import { users } from './users.ts'

/** What a studio says about itself besides its account; a studio that has said nothing has no row. */
export const studios = sqliteTable('studios', {
  id: integer('id')
    .primaryKey()
    .references(() => users.id),
  /** Where it is on a map, `https://…`. */
  mapUrl: text('map_url'),
  /** When it is open, in its own words. */
  hours: text('hours'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})
