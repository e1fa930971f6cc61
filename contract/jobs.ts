/**
 * Job name -> cron expression (UTC). `wrangler.toml` must trigger exactly these. Each job needs a different expression,
 * because the platform passes only the expression to identify the job. Every job is idempotent.
 */
export const schedule = {
  /** Grants the minutes of the weeks that have begun; a request that needs them earlier makes the same grant. */
  'renew-minutes': '0 * * * *',
  /** Sends messages whose delivery the queue did not start. */
  'sweep-messages': '*/5 * * * *',
  /** Reminds both members a day and an hour before a lesson, and students ten days before their plan ends, each once. */
  'send-reminders': '2-59/5 * * * *',
  /** Announces the renewals by card, charges those that are due, and says what became of them. */
  'renew-plans': '9-59/10 * * * *',
  /** Queries gateways about unpaid and recently paid orders, and lets old orders expire. */
  'sweep-payments': '*/10 * * * *',
  /** Asks Paymob about the payouts that are under way, and sends those that are confirmed. */
  'settle-payouts': '3-58/5 * * * *',
  /** Credits tutors for the lessons that have ended. */
  'settle-lessons': '1-59/15 * * * *',
  /** Deletes expired idempotency keys, codes and throttle counters. */
  'clear-expired': '30 1 * * *',
  /** Creates the slots of tutors' weekly patterns on days that have come within four weeks. */
  'open-patterns': '20 * * * *',
  /** Stores the figures of past days; at 03:15 or 04:15 Cairo time. */
  'store-figures': '15 1 * * *',
  /** Compares changed orders with their providers' records; from 02:03 or 03:03 Cairo time. */
  'compare-orders': '3-53/10 0 * * *',
  /** Proves that the ledger sums to zero and agrees with orders, lessons and withdrawals. */
  'prove-ledger': '45 1 * * *',
  /** Mails staff what needs them, once a day: the runs between 9:00 and 11:00 Cairo time, in summer and in winter. */
  'send-digests': '*/10 6-8 * * *',
  /** Tells operators at once of what is wrong. */
  'send-alerts': '1-56/5 * * * *',
  /** Folds the texts that were stored without their folds, so that searches find them. */
  'fold-texts': '4-54/10 * * * *',
  /** Encrypts by the present key what the previous one has encrypted. */
  'renew-encryption': '15 2 * * *',
  /** Makes the copies of their data that people have asked for. */
  'make-exports': '6-56/10 * * * *',
  /** Saves the database and the chat rooms: the first run that succeeds, and what it has left. From 04:10 or 05:10 Cairo time. */
  'back-up': '10 2-5 * * *',
  /** Gives chat rooms their messages back after an operator has asked for it. */
  'restore-rooms': '4-59/5 * * * *',
  /** Reserves the coming weeks of standing times and makes their lessons. */
  'keep-standing-times': '8-58/10 * * * *',
  /** Erases the accounts of people who asked for it 14 days ago. */
  'erase-accounts': '40 2 * * *',
} as const

export type JobName = keyof typeof schedule
