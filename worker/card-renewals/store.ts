import { and, asc, eq, gt, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { RowsOf, Statement } from '#db/batch'
import type { Db } from '#db/client'
import { cardRenewals, renewalCharges } from '#db/schema/card-renewals'
import { orders } from '#db/schema/orders'
import { planInvites, plans } from '#db/schema/plans'
import { subscriptions } from '#db/schema/subscriptions'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { whyNotPlan } from '#domain/payments/new-order'
import { isUnpaid } from '#domain/payments/transaction'
import { isRenewalOpen, renewalAmount, renewalTimes } from '#domain/subscriptions/card-renewal'
import { isPaidPeriod, PlanPeriod, priceOfPeriod } from '#domain/subscriptions/periods'
import { chargesSavedCards, type Env } from '../env.ts'

export type StoredRenewal = typeof cardRenewals.$inferSelect
type Subscription = typeof subscriptions.$inferSelect

/** By what a card is found among those that its gateway keeps: its token, with which it is charged, is not stored. */
export async function cardHashOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))
  return Buffer.from(digest).toString('hex')
}

/** Ends the renewal of a student, if it is on. */
export const endRenewal = (db: Db, userId: number) =>
  db.delete(cardRenewals).where(eq(cardRenewals.userId, userId)).returning({ userId: cardRenewals.userId })

/** Ends the renewal by a card that is removed. */
export const endRenewalOfCard = (db: Db, userId: number, cardHash: string): Statement =>
  db.delete(cardRenewals).where(and(eq(cardRenewals.userId, userId), eq(cardRenewals.cardHash, cardHash)))

/**
 * Lets the job look at the renewal of a student at its next run: the end of the plan has moved, and with it the days of the
 * announcements and of the charge (docs/rules/minutes.md 11.3).
 */
export const reconsiderRenewal = (db: Db, userId: number, now: Instant): Statement =>
  db.update(cardRenewals).set({ nextStepAt: now }).where(eq(cardRenewals.userId, userId))

/** The plan and period after one: those that its student has chosen, or else the same (docs/rules/minutes.md 9.8). */
const nextOf = ({ nextPlanId, nextPeriod, planId, period }: Subscription) =>
  planId !== null && isPaidPeriod(period) ? { planId: nextPlanId ?? planId, period: nextPeriod ?? period } : null

const livingPlans = (userId: number | SQL, now: Instant) =>
  and(
    eq(subscriptions.userId, userId),
    ne(subscriptions.period, PlanPeriod.FreeTrial),
    isNull(subscriptions.terminatedAt),
    gt(subscriptions.end, now),
  )

/** Reads the renewal of a student and what it depends on. */
export const renewalStatements = (db: Db, userId: number, now: Instant) =>
  [
    db.select().from(cardRenewals).where(eq(cardRenewals.userId, userId)),
    db.select().from(subscriptions).where(livingPlans(userId, now)).orderBy(asc(subscriptions.end)),
    db
      .select()
      .from(plans)
      .where(
        sql`${plans.id} IN (SELECT COALESCE(${subscriptions.nextPlanId}, ${subscriptions.planId}) FROM ${subscriptions} WHERE ${livingPlans(userId, now)})`,
      ),
    db.select().from(planInvites).where(eq(planInvites.userId, userId)),
    db.select().from(users).where(eq(users.id, userId)),
    chargesOf(
      db,
      sql`(SELECT ${cardRenewals.subscriptionId} FROM ${cardRenewals} WHERE ${cardRenewals.userId} = ${userId})`,
    ),
  ] as const

/** The orders by which a plan was to be renewed, oldest first. */
export const chargesOf = (db: Db, subscriptionId: number | SQL<number>) =>
  db
    .select({ order: orders })
    .from(renewalCharges)
    .innerJoin(orders, eq(orders.id, renewalCharges.orderId))
    .where(sql`${renewalCharges.subscriptionId} = ${subscriptionId}`)
    .orderBy(asc(orders.id))

type ReadRenewal = RowsOf<ReturnType<typeof renewalStatements>>

/** The last plan of a student, at whose end the period begins that is charged next, with that plan and its price. */
export function renewableOf([[renewal], living, sold, invites, [student]]: ReadRenewal, now: Instant) {
  const subscription = living.at(-1)
  const next = subscription && nextOf(subscription)
  const plan = sold.find(({ id }) => id === next?.planId)
  if (!subscription || !next || !plan || !student) return null
  const invite = invites.find(({ planId }) => planId === plan.id) ?? null
  const price = priceOfPeriod(plan, next.period)
  return {
    subscription,
    next,
    plan,
    student,
    refusal: whyNotPlan({ plan, invite, student }, now),
    amount: renewalAmount({ ...next, price }, renewal ? announcedOf(renewal) : null),
  }
}

/** What the last announcement of a renewal named. */
export function announcedOf({
  announcedPlanId: planId,
  announcedPeriod: period,
  announcedAmount: amount,
}: StoredRenewal) {
  return planId === null || period === null || amount === null ? null : { planId, period, amount }
}

/** A student's renewal as answered. */
export function renewalView(env: Env, read: ReadRenewal, now: Instant) {
  const [[renewal], , , , , charges] = read
  const found = renewableOf(read, now)
  const canBeSold = found !== null && found.refusal === null
  return {
    isOpen: chargesSavedCards(env) && canBeSold && isRenewalOpen(found.subscription.end, now),
    next: canBeSold
      ? {
          ...found.next,
          weeklyMinutes: found.plan.weeklyMinutes,
          amount: found.amount,
          chargeAt: renewalTimes(found.subscription.end).charges[0],
          begins: found.subscription.end,
        }
      : null,
    renewal: renewal
      ? {
          cardBrand: renewal.cardBrand,
          cardDigits: renewal.cardDigits,
          since: renewal.createdAt,
          announcedAt: renewal.announcedAt,
          failed: charges.filter(({ order }) => !isUnpaid(order.status)).length,
        }
      : null,
  }
}

/** A renewal for the audit log. */
export const auditedRenewal = ({ subscriptionId, cardDigits, createdAt }: StoredRenewal) => ({
  subscriptionId,
  cardDigits,
  since: createdAt,
})
