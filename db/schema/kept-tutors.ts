import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

/**
 * All cards of the list of tutors as one isolate had them, in parts of one compressed text, from which other isolates start
 * (docs/decisions/003). The rows are of one writer: all have the same values but for the part.
 */
export const keptTutors = sqliteTable('kept_tutors', {
  part: integer('part').primaryKey(),
  /** The version of `cache_versions` up to which the cards know the changes; it never falls. */
  upTo: integer('up_to').notNull(),
  /** When the latest card was read: what was over then is missing from it. */
  readAt: instant('read_at').notNull(),
  /** When all cards were last read from the tables. */
  allReadAt: instant('all_read_at').notNull(),
  /** The version of the worker, of which alone they can be read. */
  madeBy: text('made_by').notNull(),
  body: text('body').notNull(),
})
