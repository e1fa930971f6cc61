import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { createdAt, flag, instant } from './columns.ts'
import { tutors } from './tutors.ts'

/** Intro videos uploaded in parts. A tutor has at most one incomplete upload; `id` is not guessable. */
export const introVideoUploads = sqliteTable(
  'intro_video_uploads',
  {
    id: text('id').primaryKey(),
    tutorId: integer('tutor_id')
      .notNull()
      .references(() => tutors.id),
    /** The key of the object that the parts are joined into. */
    key: text('key').notNull(),
    /** The object storage's id of the multipart upload. */
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

/** The uploaded parts; `etag` is the object storage's tag of the bytes. */
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
