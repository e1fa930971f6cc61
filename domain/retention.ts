import { hours } from './cairo.ts'

/** How long rows are kept that nobody needs for ever. What is not here, nor in the job that deletes, is kept. */
export const RETENTION = {
  /** Idempotency keys, and codes after their end: a later repetition is a new request (docs/rules/api.md 6.1). */
  keysAndCodes: hours(48),
  /** Runs of jobs (docs/rules/staff.md 7.4). */
  jobRuns: hours(24 * 30),
  /** Messages that were sent or given up (docs/rules/messages.md 1.9). */
  messages: hours(24 * 90),
  /** The quarter hours of sessions that are over (docs/rules/availability.md 4.3): a tutor's home looks a month back. */
  busyQuarters: hours(24 * 60),
  /**
   * Events of attendance in the database; older ones are in the archive, for ever (docs/rules/live.md 5.7). Longer than any plan
   * lasts, so that what is decided about minutes and pay finds all of them at once.
   */
  attendance: hours(24 * 730),
} as const
