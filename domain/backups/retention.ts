import { addDays, hours, type Instant, type LocalDay } from '../cairo.ts'

/** For how many days backups are kept. */
const KEPT_DAYS = 35
/** A room that does not change is saved again after this, before its last backup is deleted. */
export const ROOM_INTERVAL_MS = hours(24 * 28)

/** Whether the backups of a day are deleted (docs/rules/privacy.md 3.4). */
export const isBackupOver = (day: LocalDay, today: LocalDay): boolean => day < addDays(today, -KEPT_DAYS)

/** Rooms that have not changed are saved again if their last backup was made before this instant (docs/rules/privacy.md 3.2). */
export const roomsSavedBefore = (now: Instant): Instant => now - ROOM_INTERVAL_MS
