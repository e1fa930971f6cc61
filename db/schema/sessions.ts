import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { PresenceEvent } from '#domain/sessions/session-id'
import { createdAt, id, oneOf } from './columns.ts'
import { users } from './users.ts'

/** Attendance: who joined or left which session. */
export const sessionEvents = sqliteTable(
  'session_events',
  {
    id: id(),
    type: integer('type').$type<PresenceEvent>().notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    sessionId: text('session_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check('session_events_type', oneOf(t.type, Object.values(PresenceEvent))),
    index('session_events_session').on(t.sessionId, t.createdAt),
  ],
)
