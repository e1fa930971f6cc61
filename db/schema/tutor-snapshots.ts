import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

/**
 * A snapshot of all tutor cards of one isolate, as parts of one compressed text, from which other isolates start
 * (docs/decisions/003). All rows are written together and differ only in the part. The table keeps its old name: a deployment
 * migrates before it replaces the worker, which reads it with every list of tutors.
 */
export const tutorSnapshots = sqliteTable('kept_tutors', {
  part: integer('part').primaryKey(),
  /** The version of `cache_versions` up to which the cards include changes; it never decreases. */
  upTo: integer('up_to').notNull(),
  /** When the most recent card was read; slots that were over then are missing. */
  readAt: instant('read_at').notNull(),
  /** When all cards were last read from the tables. */
  allReadAt: instant('all_read_at').notNull(),
  /** The version of the worker that wrote the snapshot; no other version can read it. */
  madeBy: text('made_by').notNull(),
  body: text('body').notNull(),
})
