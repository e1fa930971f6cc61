import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, instant } from './columns.ts'
import { users } from './users.ts'

/**
 * Changes of lessons, interviews and demo sessions that one of the two people has not been told of yet. A row is inserted in the batch
 * of the change, and deleted in the batch that puts the message into the outbox or finds that there is nothing to tell any more.
 */
export const scheduleNotices = sqliteTable(
  'schedule_notices',
  {
    sessionId: text('session_id').notNull(),
    recipientId: integer('recipient_id')
      .notNull()
      .references(() => users.id),
    /** The other of the two: messages are limited for the pair. */
    otherId: integer('other_id')
      .notNull()
      .references(() => users.id),
    /** The time that the recipient knows, before the first change that they have not been told of; null for a new meeting. */
    knownStart: instant('known_start'),
    knownDuration: integer('known_duration'),
    /** When the first of these changes was made. */
    createdAt: createdAt(),
    dueAt: instant('due_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.sessionId, t.recipientId] }), index('schedule_notices_due').on(t.dueAt)],
)
