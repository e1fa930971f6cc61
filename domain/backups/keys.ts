import { type Instant, isLocalDay, type LocalDay } from '../cairo.ts'

/**
 * The names of backups' objects. Each begins with what it holds and the day on which it was made, so that those of a day can be listed
 * and deleted, and the newest are found first.
 */
export const BACKUP_KINDS = ['database', 'rooms'] as const
export type BackupKind = (typeof BACKUP_KINDS)[number]

const PART_DIGITS = 5

/** Named by the run's instant too: a bucket may refuse to replace an object, and no run mixes its parts with another's. */
export const partKey = (day: LocalDay, madeAt: Instant, part: number): string =>
  `database/${day}/${madeAt}-${String(part).padStart(PART_DIGITS, '0')}`
/** Written last: a day without it has no backup of the database. */
export const manifestKey = (day: LocalDay): string => `database/${day}/manifest`
export const roomKey = (day: LocalDay, roomId: number): string => `rooms/${day}/${roomId}`

/** Exists while rooms are being restored. */
export const ROOMS_TO_RESTORE = 'rooms-to-restore'

/** The day in a key, or in the prefix of a day; null where there is none. */
export function dayOfKey(key: string): LocalDay | null {
  const [, day = ''] = key.split('/')
  return isLocalDay(day) ? day : null
}
