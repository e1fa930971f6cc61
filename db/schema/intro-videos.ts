import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, id, updatedAt } from './columns.ts'
import { tutors } from './tutors.ts'

/** A tutor's introduction, reviewed by a tutor manager. One pending or approved a tutor. */
export const introVideos = sqliteTable(
  'intro_videos',
  {
    id: id(),
    src: text('src').notNull(),
    tutorId: integer('tutor_id')
      .notNull()
      .references(() => tutors.id),
    reviewerId: integer('reviewer_id')
      .notNull()
      .references(() => tutors.id),
    state: integer('state').$type<1 | 2 | 3>().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('intro_videos_state', sql`${t.state} BETWEEN 1 AND 3`),
    uniqueIndex('intro_videos_one').on(t.tutorId).where(sql`state IN (1, 3)`),
    index('intro_videos_reviewer').on(t.reviewerId, t.state),
  ],
)
