import { hours, type Instant, minutes } from '../cairo.ts'

/** What operators are notified of at once (docs/rules/staff.md 19.1). */
export const alertKinds = [
  'api-errors',
  'booking-failures',
  'joins-failed',
  'notices-late',
  'messages-late',
  'messages-parked',
  'jobs-failed',
] as const
export type AlertKind = (typeof alertKinds)[number]

/** How many there were, and how many of them failed. */
export type Outcomes = { all: number; failed: number }

/** What is known of the system at one moment. */
export type AlertSample = {
  /** Requests to the API that were answered in the last 5 minutes and in the last hour; failed are those on our side (5xx). */
  requests: { recent: Outcomes; hour: Outcomes }
  /** Bookings of the last hour that succeeded or failed on our side; refusals are neither. */
  bookings: Outcomes
  /** Joins of calls of the last hour: those that brought a first picture, and those that failed. */
  joins: Outcomes
  /** Notices of payment providers that have been stored and not processed for `NOTICE_MS`. */
  noticesLate: number
  /** Messages that have been due for `MESSAGE_MS`. */
  messagesLate: number
  messagesParked: number
  /** Jobs whose last run failed and that have not succeeded for `JOB_MS`. */
  jobsFailed: number
}

export const NOTICE_MS = minutes(15)
export const MESSAGE_MS = minutes(10)
export const JOB_MS = minutes(30)

/**
 * The share of failures at which the monthly allowance of one in a thousand requests would be used up in two days: 14.4 times the
 * allowance. It has to be exceeded in the last hour, so that a short burst is no alert, and in the last 5 minutes, so that the alert
 * ends soon after the failures.
 */
const ERROR_BURN = 14.4 * 0.001
const FEWEST_ERRORS = 5
const BOOKING_FAILURES = { share: 0.02, fewest: 3 }
const FAILED_JOINS = { share: 0.1, fewest: 5 }
const LATE_MESSAGES = 20
const PARKED_MESSAGES = 10

const exceeds = ({ all, failed }: Outcomes, { share, fewest }: { share: number; fewest: number }): boolean =>
  failed >= fewest && failed >= share * all

const RULES: Record<AlertKind, (sample: AlertSample) => number | null> = {
  'api-errors': ({ requests: { recent, hour } }) =>
    exceeds(hour, { share: ERROR_BURN, fewest: FEWEST_ERRORS }) && exceeds(recent, { share: ERROR_BURN, fewest: 1 })
      ? hour.failed
      : null,
  'booking-failures': ({ bookings }) => (exceeds(bookings, BOOKING_FAILURES) ? bookings.failed : null),
  'joins-failed': ({ joins }) => (exceeds(joins, FAILED_JOINS) ? joins.failed : null),
  'notices-late': ({ noticesLate }) => noticesLate || null,
  'messages-late': ({ messagesLate }) => (messagesLate >= LATE_MESSAGES ? messagesLate : null),
  'messages-parked': ({ messagesParked }) => (messagesParked >= PARKED_MESSAGES ? messagesParked : null),
  'jobs-failed': ({ jobsFailed }) => jobsFailed || null,
}

export type Firing = { kind: AlertKind; count: number }

/** What is wrong at this moment, and of how much (docs/rules/staff.md 19.1). */
export const firingAlerts = (sample: AlertSample): Firing[] =>
  alertKinds.flatMap((kind) => {
    const count = RULES[kind](sample)
    return count === null ? [] : [{ kind, count }]
  })

/** An alert that has begun and is not over. */
export type OpenAlert = {
  id: number
  kind: AlertKind
  /** Of how much, when it last happened. */
  count: number
  openedAt: Instant
  lastFiringAt: Instant
  notifiedAt: Instant
}

/** An alert is over once its cause has been away for this long, so that one that comes and goes is announced once. */
const QUIET_MS = minutes(15)
const REMINDER_MS = hours(4)

export type AlertChanges = {
  opened: Firing[]
  /** Alerts that go on; `isNotified`: operators are notified again. */
  continued: (OpenAlert & { isNotified: boolean })[]
  over: OpenAlert[]
}

/** What changes with what is wrong now, and what of it operators are notified of (docs/rules/staff.md 19.2). */
export function alertChanges(open: readonly OpenAlert[], firing: readonly Firing[], now: Instant): AlertChanges {
  const countOf = (kind: AlertKind) => firing.find((one) => one.kind === kind)?.count
  return {
    opened: firing.filter(({ kind }) => !open.some((one) => one.kind === kind)),
    continued: open.flatMap((one) => {
      const count = countOf(one.kind)
      return count === undefined ? [] : [{ ...one, count, isNotified: now - one.notifiedAt >= REMINDER_MS }]
    }),
    over: open.filter((one) => countOf(one.kind) === undefined && now - one.lastFiringAt >= QUIET_MS),
  }
}
