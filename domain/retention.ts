import { hours } from './cairo.ts'

/** How long rows are kept that are not needed forever. Rows neither listed here nor in the job that deletes are kept. */
export const RETENTION = {
  /** Idempotency keys and expired codes: a later repeat is a new request (docs/rules/api.md 6.1). */
  keysAndCodes: hours(48),
  /** Runs of jobs (docs/rules/staff.md 7.4). */
  jobRuns: hours(24 * 30),
  /** Messages that were sent or discarded (docs/rules/messages.md 1.9). */
  messages: hours(24 * 90),
  /** The busy quarters of past sessions (docs/rules/availability.md 4.3); a tutor's home screen looks a month back. */
  busyQuarters: hours(24 * 60),
  /**
   * Attendance events in the database; older ones are archived permanently (docs/rules/live.md 5.7). Longer than any plan
   * lasts, so that decisions about minutes and pay never need the archive.
   */
  attendance: hours(24 * 730),
  /**
   * For lessons older than this the archive is read too. Shorter than `attendance` only after that was made longer, until the
   * nightly job has brought back what the shorter time had moved (docs/decisions/017).
   */
  attendanceUnarchived: hours(24 * 730),
  /** What the media server has reported of lessons (docs/rules/lessons.md 8.5): a dispute of a lesson ends long before. */
  mediaEvents: hours(24 * 365),
  /** What the sides of calls have measured, and the days that were counted of it (docs/rules/lessons.md 12.2). */
  callMinutes: hours(24 * 90),
  /** That somebody asked for a copy of their data (docs/rules/privacy.md 2.5). */
  dataExports: hours(24 * 30),
} as const
