/**
 * Job name -> cron expression (UTC). `wrangler.toml` triggers exactly these; each job has an expression of its own, so
 * that one can be told from another by it. Every job is idempotent.
 */
export const schedule = {
  /** Grants the minutes of the week that has begun; a read that comes earlier makes the same grant. */
  'renew-minutes': '0 * * * *',
  /** Sends messages that the queue lost. */
  'sweep-messages': '*/5 * * * *',
  /** Reminds both members a day and an hour before a lesson, each once. */
  'send-reminders': '2-59/5 * * * *',
  /** Asks providers about orders that stay unpaid, and expires old ones. */
  'sweep-payments': '*/10 * * * *',
  /** Credits tutors with the lessons that are over. */
  'settle-lessons': '1-59/15 * * * *',
  /** Forgets idempotency keys and codes that nobody can use any more. */
  'clear-expired': '30 1 * * *',
  /** Proves that the ledger sums to zero and agrees with orders, lessons and withdrawals. */
  'prove-ledger': '45 1 * * *',
} as const

export type JobName = keyof typeof schedule
