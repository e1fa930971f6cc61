/**
 * Job name -> cron expression (UTC). `wrangler.toml` must trigger exactly these. Each job needs a different expression:
 * the platform passes only the expression, by which the job is found. Every job is idempotent.
 */
export const schedule = {
  /** Grants the minutes of the weeks that have begun; a request that needs them earlier makes the same grant. */
  'renew-minutes': '0 * * * *',
  /** Sends messages whose delivery the queue did not start. */
  'sweep-messages': '*/5 * * * *',
  /** Reminds both members a day and an hour before a lesson, each once. */
  'send-reminders': '2-59/5 * * * *',
  /** Queries gateways about unpaid and recently paid orders, and lets old orders expire. */
  'sweep-payments': '*/10 * * * *',
  /** Credits tutors for the lessons that have ended. */
  'settle-lessons': '1-59/15 * * * *',
  /** Deletes expired idempotency keys, codes and throttle counters. */
  'clear-expired': '30 1 * * *',
  /** Opens tutors' weekly patterns on the days that have come within four weeks. */
  'open-patterns': '20 * * * *',
  /** Stores the figures of the days that are over; in Cairo it is 03:15 or 04:15. */
  'store-figures': '15 1 * * *',
  /** Compares the orders that have changed with their providers' records; in Cairo from 02:03 or 03:03 on. */
  'compare-orders': '3-53/10 0 * * *',
  /** Proves that the ledger sums to zero and agrees with orders, lessons and withdrawals. */
  'prove-ledger': '45 1 * * *',
} as const

export type JobName = keyof typeof schedule
