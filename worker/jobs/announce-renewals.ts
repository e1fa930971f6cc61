import { and, eq, gt, isNull, lte, ne, notExists } from 'drizzle-orm'
import { batchAll, type Statement } from '#db/batch'
import type { Db } from '#db/client'
import { cardRenewals } from '#db/schema/card-renewals'
import { planInvites, plans } from '#db/schema/plans'
import { subscriptions } from '#db/schema/subscriptions'
import { users } from '#db/schema/users'
import { days, hours, type Instant, minutes } from '#domain/cairo'
import { whyNotPlan } from '#domain/payments/new-order'
import { PlanPeriod } from '#domain/subscriptions/periods'
import { RENEWAL_DAYS, renewableFrom } from '#domain/subscriptions/renewal'
import { type Env, paymentsPage } from '../env.ts'
import { messageStatement, triggerDelivery, whatsAppStatements } from '../messages/outbox.ts'
import { formatMessagePlan, formatMessageTime } from '../messages/times.ts'
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
      nextPeriod: subscriptions.nextPeriod,
      plan: plans,
      invite: planInvites,
      email: users.email,
      verifiedEmail: users.verifiedEmail,
      phone: users.phone,
      notificationMethod: users.notificationMethod,
    })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .leftJoin(plans, eq(plans.id, subscriptions.nextPlanId))
    .leftJoin(
      planInvites,
      and(eq(planInvites.userId, subscriptions.userId), eq(planInvites.planId, subscriptions.nextPlanId)),
    )
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

/** The chosen next period in words; null without a choice, and for one that cannot be bought any more (docs/rules/minutes.md 9.8). */
function chosenPlan({ plan, invite, nextPeriod, verifiedEmail }: Due, now: Instant): string | null {
  if (plan === null || nextPeriod === null) return null
  const student = { name: null, phone: null, verifiedEmail }
  return whyNotPlan({ plan, invite, student }, now) === null ? formatMessagePlan(plan.weeklyMinutes, nextPeriod) : null
}

/**
 * One message about a plan: by WhatsApp, or by e-mail to whom WhatsApp does not reach; its key lets it be sent once, and once more
 * where a pause has moved the end since.
 */
function statementsOf(env: Env, db: Db, due: Due, now: Instant): Statement[] {
  const { id, end, pausedUntil, email, verifiedEmail } = due
  const key = pausedUntil === null ? `renewal:${id}` : `renewal:${id}:${pausedUntil}`
  const params = { date: formatMessageTime(end), url: paymentsPage(env) }
  const plan = chosenPlan(due, now)
  const message =
    plan === null
      ? { template: 'plan_ends_soon' as const, params }
      : { template: 'plan_ends_next_chosen' as const, params: { ...params, plan } }
  const sent = whatsAppStatements(db, due, message, now, key)
  if (sent.length > 0 || !verifiedEmail) return sent
  return [messageStatement(db, { channel: 'email', to: email, ...message }, now, key)]
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
