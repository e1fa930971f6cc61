import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, id } from './columns.ts'
import { users } from './users.ts'

/** Attendance: who joined (1) or left (2) which session. */
export const sessionEvents = sqliteTable(
  'session_events',
  {
    id: id(),
    type: integer('type').$type<1 | 2>().notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    sessionId: text('session_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check('session_events_type', sql`${t.type} IN (1, 2)`),
    index('session_events_session').on(t.sessionId, t.createdAt),
  ],
)
