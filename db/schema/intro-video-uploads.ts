import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, flag, instant } from './columns.ts'
import { tutors } from './tutors.ts'

/** Intro videos that arrive in parts. A tutor has at most one that is not complete; `id` cannot be guessed. */
export const introVideoUploads = sqliteTable(
  'intro_video_uploads',
  {
    id: text('id').primaryKey(),
    tutorId: integer('tutor_id')
      .notNull()
      .references(() => tutors.id),
    /** The object that the parts become. */
    key: text('key').notNull(),
    /** The object storage's name for the upload of that object. */
    storageId: text('storage_id').notNull(),
    bytes: integer('bytes').notNull(),
    isComplete: flag('is_complete').notNull().default(false),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    check('intro_video_uploads_bytes', sql`${t.bytes} > 0`),
    uniqueIndex('intro_video_uploads_one').on(t.tutorId).where(sql`is_complete = 0`),
    index('intro_video_uploads_expiry').on(t.expiresAt),
  ],
)

/** The parts that have arrived; `etag` is the object storage's name for the bytes. */
export const introVideoUploadParts = sqliteTable(
  'intro_video_upload_parts',
  {
    uploadId: text('upload_id')
      .notNull()
      .references(() => introVideoUploads.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    etag: text('etag').notNull(),
  },
  (t) => [primaryKey({ columns: [t.uploadId, t.number] })],
)
