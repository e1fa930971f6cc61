import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, updatedAt } from './columns.ts'
import { users } from './users.ts'

/** A studio's information beyond its account; a studio without any has no row. */
export const studios = sqliteTable('studios', {
  id: integer('id')
    .primaryKey()
    .references(() => users.id),
  /** Its location on a map, `https://…`. */
  mapUrl: text('map_url'),
  /** Its opening hours as free text. */
  hours: text('hours'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})
