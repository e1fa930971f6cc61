import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'

/** The number of tutors who have chosen a studio; maintained by triggers. */
export const studioCounts = sqliteTable('studio_counts', {
  studioId: integer('studio_id').primaryKey(),
  tutors: integer('tutors').notNull(),
})
