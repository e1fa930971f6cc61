import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'

/** How many tutors have chosen a studio; triggers keep it. */
export const studioCounts = sqliteTable('studio_counts', {
  studioId: integer('studio_id').primaryKey(),
  tutors: integer('tutors').notNull(),
})
