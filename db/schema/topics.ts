import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id, updatedAt } from './columns.ts'
import { users } from './users.ts'

export const topics = sqliteTable('topics', {
  id: id(),
  nameAr: text('name_ar').notNull().unique(),
  nameEn: text('name_en').notNull().unique(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

/** What a tutor teaches, and what a student likes to talk about. */
export const userTopics = sqliteTable(
  'user_topics',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    topicId: integer('topic_id')
      .notNull()
      .references(() => topics.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.userId, t.topicId] }), index('user_topics_topic').on(t.topicId)],
)
