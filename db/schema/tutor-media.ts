import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { userAssets } from '#domain/files/kinds'
import { assets } from './assets.ts'
import { createdAt, id, instant, oneOf } from './columns.ts'
import { tutors } from './tutors.ts'
import { users } from './users.ts'

/**
 * A tutor's portraits, videos and thumbnails. `users.image`, `tutors.video` and `tutors.thumbnail` name the visible ones. A
 * row is deleted with its file.
 */
export const tutorMedia = sqliteTable(
  'tutor_media',
  {
    id: id(),
    tutorId: integer('tutor_id')
      .notNull()
      .references(() => tutors.id),
    kind: text('kind', { enum: userAssets }).notNull(),
    key: text('key')
      .notNull()
      .unique()
      .references(() => assets.key, { onDelete: 'cascade' }),
    uploadedBy: integer('uploaded_by')
      .notNull()
      .references(() => users.id),
    /** When the tutor chose it to be shown; null if it is not the tutor's choice. */
    chosenAt: instant('chosen_at'),
    createdAt: createdAt(),
  },
  (t) => [
    check('tutor_media_kind', oneOf(t.kind, userAssets)),
    index('tutor_media_tutor').on(t.tutorId, t.kind),
    uniqueIndex('tutor_media_chosen').on(t.tutorId, t.kind).where(sql`chosen_at IS NOT NULL`),
  ],
)
