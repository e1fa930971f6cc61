import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id, instant } from './columns.ts'
import { users } from './users.ts'

/** Sessions in which an admin views the app as another user; each has one token, which ends with it. */
export const viewAsSessions = sqliteTable(
  'view_as_sessions',
  {
    id: id(),
    viewerId: integer('viewer_id')
      .notNull()
      .references(() => users.id),
    subjectId: integer('subject_id')
      .notNull()
      .references(() => users.id),
    reason: text('reason').notNull(),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (t) => [
    index('view_as_subject').on(t.subjectId, t.createdAt),
    index('view_as_viewer').on(t.viewerId, t.createdAt),
    check('view_as_another', sql`${t.viewerId} <> ${t.subjectId}`),
    check('view_as_reason', sql`length(trim(${t.reason})) > 0`),
  ],
)
