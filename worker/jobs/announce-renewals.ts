import { and, eq, gt, isNull, lte, ne, notExists } from 'drizzle-orm'
import { batchAll } from '#db/batch'
import type { Db } from '#db/client'
import { cardRenewals } from '#db/schema/card-renewals'
import { subscriptions } from '#db/schema/subscriptions'
import { users } from '#db/schema/users'
import { days, hours, type Instant, minutes } from '#domain/cairo'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { RENEWAL_DAYS, renewableFrom } from '#domain/subscriptions/renewal'
import { type Env, webOrigins } from '../env.ts'
import { messageStatement, triggerDelivery, whatsAppStatements } from '../messages/outbox.ts'
import { formatMessageTime } from '../messages/times.ts'
import { lastSuccessfulRun } from './record-run.ts'

/** Finds what became due while the last run was running. */
const OVERLAP = minutes(15)
/** Ten days in Cairo are an hour longer or shorter where the clocks change. */
const CLOCK_CHANGE = hours(1)

/** Plans whose next period can be paid since `since`, and is not, with their students. */
const dueStatement = (db: Db, since: Instant, now: Instant) =>
  db
    .select({
      id: subscriptions.id,
      end: subscriptions.end,
      pausedUntil: subscriptions.pausedUntil,
      email: users.email,
      verifiedEmail: users.verifiedEmail,
      phone: users.phone,
      notificationMethod: users.notificationMethod,
    })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .where(
      and(
        gt(subscriptions.end, Math.max(now, since + days(RENEWAL_DAYS) - CLOCK_CHANGE)),
        lte(subscriptions.end, now + days(RENEWAL_DAYS) + CLOCK_CHANGE),
        isNull(subscriptions.terminatedAt),
        isNull(subscriptions.extendedBy),
        ne(subscriptions.period, PlanPeriod.FreeTrial),
        // Who renews by card is told of the charge (docs/rules/minutes.md 11.2).
        notExists(db.select().from(cardRenewals).where(eq(cardRenewals.subscriptionId, subscriptions.id))),
      ),
    )

type Due = Awaited<ReturnType<typeof dueStatement>>[number]

/**
 * One message about a plan: by WhatsApp, or by e-mail to whom WhatsApp does not reach; its key lets it be sent once, and once more
 * where a pause has moved the end since.
 */
function statementsOf(
  env: Env,
  db: Db,
  { id, end, pausedUntil, email, verifiedEmail, ...recipient }: Due,
  now: Instant,
) {
  const key = pausedUntil === null ? `renewal:${id}` : `renewal:${id}:${pausedUntil}`
  const params = { date: formatMessageTime(end), url: `${webOrigins(env)[0]}/payments` }
  const sent = whatsAppStatements(db, recipient, { template: 'plan_ends_soon', params }, now, key)
  if (sent.length > 0 || !verifiedEmail) return sent
  return [messageStatement(db, { channel: 'email', to: email, template: 'plan_ends_soon', params }, now, key)]
}

/**
 * Tells students once that the period after their plan can be paid, when that has become so since the last successful run
 * (docs/rules/minutes.md 6.7). Part of the job `send-reminders`. Returns the number of plans.
 */
export async function announceRenewals(env: Env, db: Db, now: Instant): Promise<number> {
  const since = ((await lastSuccessfulRun(db, 'send-reminders', now)) ?? 0) - OVERLAP
  const found = await dueStatement(db, since, now)
  const due = found.filter(({ end }) => renewableFrom(end) > since && renewableFrom(end) <= now)
  const statements = due.flatMap((one) => statementsOf(env, db, one, now))
  await batchAll(db, statements)
  if (statements.length > 0) await triggerDelivery(env)
  return due.length
}
