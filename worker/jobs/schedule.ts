import { type JobName, schedule } from '#contract/jobs'
import type { Db } from '#db/client'
import type { Instant } from '#domain/cairo'
import { restoreRooms } from '../backups/restore-rooms.ts'
import type { Env } from '../env.ts'
import { log } from '../http/logs.ts'
import { deliverMessages } from '../messages/deliver.ts'
import { sendFallbacks } from '../messages/fallbacks.ts'
import { settlePayouts } from '../withdrawals/send-payouts.ts'
import { announceRenewals } from './announce-renewals.ts'
import { backUp } from './back-up.ts'
import { clearExpired } from './clear-expired.ts'
import { compareOrders } from './compare-orders.ts'
import { eraseAccounts } from './erase-accounts.ts'
import { foldTexts } from './fold-texts.ts'
import { keepStandingTimes } from './keep-standing-times.ts'
import { makeExports } from './make-exports.ts'
import { moveReferrals } from './move-referrals.ts'
import { moveOffersOn } from './offer-times.ts'
import { openPatterns } from './open-patterns.ts'
import { proveLedgerByParts } from './prove-ledger.ts'
import { recordRun } from './record-run.ts'
import { renewEncryption } from './renew-encryption.ts'
import { renewMinutes } from './renew-minutes.ts'
import { renewPlans } from './renew-plans.ts'
import { sendAlerts } from './send-alerts.ts'
import { sendDigests } from './send-digests.ts'
import { sendReminders } from './send-reminders.ts'
import { settleLessons } from './settle-lessons.ts'
import { storeFigures } from './store-figures.ts'
import { sweepPayments } from './sweep-payments.ts'

type Job = (env: Env, db: Db, now: Instant) => Promise<unknown>

/** Sends what the queue has missed, the offers of freed times included, and the mails in place of urgent messages that did not arrive. */
async function sweepMessages(env: Env, db: Db, now: Instant): Promise<void> {
  await sendFallbacks(env, db, now)
  await moveOffersOn(env, db, now)
  await deliverMessages(env, db, now)
}

/** Reminds of meetings, and of the period after a plan. */
async function sendAllReminders(env: Env, db: Db, now: Instant) {
  const reminded = await sendReminders(env, db, now)
  return { ...reminded, plans: await announceRenewals(env, db, now) }
}

/** What runs during maintenance too: an operator restores before anybody is let in (docs/rules/privacy.md 3.7). */
export const duringMaintenance: readonly string[] = [schedule['restore-rooms']]

/** Settles lessons, and then what those who brought a friend get for them. */
async function settleAll(env: Env, db: Db, now: Instant) {
  const settled = await settleLessons(env, db, now)
  return { ...settled, referrals: await moveReferrals(env, db, now) }
}

/** Every job must be idempotent: the platform may run it late, twice or not at all. */
const jobs: Record<JobName, Job> = {
  'renew-minutes': renewMinutes,
  'sweep-messages': sweepMessages,
  'send-reminders': sendAllReminders,
  'renew-plans': renewPlans,
  'sweep-payments': sweepPayments,
  'settle-payouts': settlePayouts,
  'settle-lessons': settleAll,
  'clear-expired': clearExpired,
  'open-patterns': openPatterns,
  'store-figures': storeFigures,
  'compare-orders': compareOrders,
  'prove-ledger': proveLedgerByParts,
  'send-digests': sendDigests,
  'send-alerts': sendAlerts,
  'fold-texts': foldTexts,
  'renew-encryption': renewEncryption,
  'make-exports': makeExports,
  'back-up': backUp,
  'restore-rooms': restoreRooms,
  'keep-standing-times': keepStandingTimes,
  'erase-accounts': eraseAccounts,
}

/**
 * Runs the job of a cron expression and records the run; an unknown expression is a configuration error.
 * @throws what the job throws, so that the platform also counts the run as failed.
 */
export async function runJob(cron: string, env: Env, db: Db, now: Instant): Promise<void> {
  const name = (Object.keys(schedule) as JobName[]).find((job) => schedule[job] === cron)
  if (!name) throw new Error(`No job is scheduled at ${cron}`)
  const outcome = await recordRun(db, name, now, () => jobs[name](env, db, now))
  log(env, 'info', 'job', { name, outcome })
}
