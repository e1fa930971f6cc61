import type { Db } from '#db/client'
import { type Instant, localDay } from '#domain/cairo'
import { hasBackup, saveDatabase } from '../backups/database.ts'
import { deleteOldBackups } from '../backups/expire.ts'
import { saveRooms } from '../backups/rooms.ts'
import type { Env } from '../env.ts'

/**
 * Saves the database once a night, and the chat rooms that are due, and deletes what is older than 35 days (docs/rules/privacy.md 3.1 to 3.4).
 * A run that fails or is interrupted leaves the rest to the next one, an hour later.
 */
export async function backUp(env: Env, db: Db, now: Instant) {
  const day = localDay(now)
  const rooms = await saveRooms(env, db, day, now)
  const isSaved = await hasBackup(env, day)
  const made = isSaved ? null : await saveDatabase(env, db, day, now)
  const rows = made && Object.values(made.tables).reduce((sum, count) => sum + count, 0)
  return { bookmark: made?.bookmark ?? null, rows, rooms, deletedDays: await deleteOldBackups(env, day) }
}
