import { index, integer, sqliteTable } from 'drizzle-orm/sqlite-core'
import { instant } from './columns.ts'

/**
 * When each chat room that has messages was last saved, and since when it has changes that were not (docs/rules/privacy.md 3.2). Written
 * by the room's object, which holds the messages, and by the job that saves them. The room may be gone.
 */
export const roomBackups = sqliteTable(
  'room_backups',
  {
    roomId: integer('room_id').primaryKey(),
    changedAt: instant('changed_at'),
    savedAt: instant('saved_at'),
  },
  (t) => [index('room_backups_changed').on(t.changedAt), index('room_backups_saved').on(t.savedAt)],
)
