import { days, hours, type Instant, minutes } from '../cairo.ts'

/** A ready copy can be downloaded for so long (docs/rules/privacy.md 2.5). */
export const EXPORT_VALID_MS = days(7)
/** One copy in so long (docs/rules/privacy.md 2.1). */
export const EXPORT_EVERY_MS = hours(24)
/** An attempt that has not ended after so long was interrupted: the platform stops a job after a quarter of an hour. */
export const EXPORT_ATTEMPT_MS = minutes(20)
export const MAX_EXPORT_ATTEMPTS = 5
/** The files that a copy contains, together (docs/rules/privacy.md 2.4). */
export const MAX_EXPORT_FILE_BYTES = 50 * 1024 * 1024

export const exportStates = ['none', 'asked', 'making', 'ready', 'expired', 'failed'] as const
export type ExportState = (typeof exportStates)[number]

/** A file that is downloaded by itself; `name` is that in the list of the person's files. */
export type LargeFile = { key: string; name: string; bytes: number }

export type AskedExport = {
  askedAt: Instant
  claimedAt: Instant | null
  attempts: number
  readyAt: Instant | null
  endedAt: Instant | null
}

/** Where the latest copy stands; one that ended with the account's being taken back counts as none (docs/rules/privacy.md 2.2, 2.6). */
export function exportState(latest: AskedExport | undefined, now: Instant): ExportState {
  if (!latest || latest.endedAt !== null) return 'none'
  const { claimedAt, attempts, readyAt } = latest
  if (readyAt !== null) return now < readyAt + EXPORT_VALID_MS ? 'ready' : 'expired'
  if (claimedAt !== null && now < claimedAt + EXPORT_ATTEMPT_MS) return 'making'
  return attempts < MAX_EXPORT_ATTEMPTS ? 'asked' : 'failed'
}

export const isUnderWay = (state: ExportState): boolean => state === 'asked' || state === 'making'

/** When another copy may be asked for; null for now. A failed one does not count (docs/rules/privacy.md 2.1). */
export function nextExportAt(latest: AskedExport | undefined, now: Instant): Instant | null {
  const state = exportState(latest, now)
  if (!latest || state === 'none' || state === 'failed') return null
  const next = latest.askedAt + EXPORT_EVERY_MS
  return next > now ? next : null
}

/** The smallest files, as many as a copy takes, and those that are too many (docs/rules/privacy.md 2.4). */
export function divideFiles<File extends { bytes: number }>(
  files: readonly File[],
  most = MAX_EXPORT_FILE_BYTES,
): { contained: File[]; large: File[] } {
  let sum = 0
  const contained: File[] = []
  const large: File[] = []
  for (const file of files.toSorted((one, other) => one.bytes - other.bytes)) {
    sum += file.bytes
    const list = sum <= most ? contained : large
    list.push(file)
  }
  return { contained, large }
}
