import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, folded, id, updatedAt } from './columns.ts'
import { users } from './users.ts'

export const topics = sqliteTable(
  'topics',
  {
    id: id(),
    nameAr: text('name_ar').notNull().unique(),
    foldedNameAr: folded('folded_name_ar'),
    nameEn: text('name_en').notNull().unique(),
    foldedNameEn: folded('folded_name_en'),
    /** The order of lists; for equal positions the newer topic comes first. */
    position: integer('position').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('topics_position').on(t.position)],
)

/** The topics that a tutor teaches or a student is interested in. */
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
