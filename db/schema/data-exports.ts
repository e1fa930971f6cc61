import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { LargeFile } from '#domain/privacy/export'
import { id, instant } from './columns.ts'
import { users } from './users.ts'

/** Copies of their data that people have asked for (docs/rules/privacy.md 2.1 to 2.5). */
export const dataExports = sqliteTable(
  'data_exports',
  {
    id: id(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** The object of the copy; null once it is deleted. */
    key: text('key').unique(),
    askedAt: instant('asked_at').notNull(),
    /** When the present attempt to make it began; null while there is none. */
    claimedAt: instant('claimed_at'),
    attempts: integer('attempts').notNull().default(0),
    readyAt: instant('ready_at'),
    bytes: integer('bytes'),
    /** The files that are too large for the copy. */
    largeFiles: text('large_files', { mode: 'json' }).$type<LargeFile[]>().notNull().default([]),
    /** When the account was taken back, with which the copy ends. */
    endedAt: instant('ended_at'),
  },
  (t) => [
    index('data_exports_user').on(t.userId, t.askedAt),
    index('data_exports_waiting').on(t.askedAt).where(sql`ready_at IS NULL AND ended_at IS NULL`),
    index('data_exports_asked').on(t.askedAt),
  ],
)
