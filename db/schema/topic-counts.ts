import { integer, sqliteTable } from 'drizzle-orm/sqlite-core'

/** The numbers of tutors, managers among them, and of students who have chosen a topic; maintained by triggers. */
export const topicCounts = sqliteTable('topic_counts', {
  topicId: integer('topic_id').primaryKey(),
  tutors: integer('tutors').notNull(),
  students: integer('students').notNull(),
})
