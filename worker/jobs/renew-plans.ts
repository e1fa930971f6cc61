import { and, asc, eq, gt, isNull, lte, or } from 'drizzle-orm'
import { batchAll, type Statement } from '#db/batch'
import type { Db } from '#db/client'
import { cardRenewals, renewalCharges } from '#db/schema/card-renewals'
import { orders } from '#db/schema/orders'
import { subscriptions } from '#db/schema/subscriptions'
import { type Account, users } from '#db/schema/users'
import { days, type Instant, minutes } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import type { Piastres } from '#domain/money'
import { whyNotBuyer } from '#domain/payments/buyer'
import { isUnpaid } from '#domain/payments/transaction'
import { nextRenewalStep, type RenewalEnd, renewalTimes } from '#domain/subscriptions/card-renewal'
import {
  announcedOf,
  cardHashOf,
  chargesOf,
  renewableOf,
  renewalStatements,
  type StoredRenewal,
} from '../card-renewals/store.ts'
import { appOrigin, chargesSavedCards, type Env, paymentsPage } from '../env.ts'
import { log } from '../http/logs.ts'
import type { Message } from '../messages/message.ts'
import { messageStatement, triggerDelivery, whatsAppStatements } from '../messages/outbox.ts'
import { stopToken } from '../messages/stop-token.ts'
import { formatMessageNumber, formatMessageTime } from '../messages/times.ts'
import type { PaymentContext } from '../payments/apply-status.ts'
import { cardsOf } from '../payments/card-store.ts'
import { chargeRenewal, isChargedAlready } from '../payments/charge-renewal.ts'

/** Renewals that one run looks at; the next run looks at more. */
const BATCH = 50
/** When a renewal is looked at again whose step was not taken, or has just been. */
const NEXT_LOOK = minutes(10)
/** How long after it a charge may still be reported as paid. */
const OUTCOME_WATCH = days(3)

type Student = Pick<Account, 'email' | 'verifiedEmail' | 'phone' | 'notificationMethod'>
type Mail = Extract<Message, { channel: 'email' }>

const sum = (amount: Piastres): string => formatMessageNumber(amount / 100)

/** A mail to the student's proven address, sent once under its key. */
const mailTo = (
  db: Db,
  { email, verifiedEmail }: Student,
  mail: Omit<Mail, 'channel' | 'to'>,
  key: string,
  now: Instant,
) => (verifiedEmail ? [messageStatement(db, { channel: 'email', to: email, ...mail } as Mail, now, key)] : [])

/** Looks at a renewal again at `at`, if it is still the one that was read. */
const lookAgain = (db: Db, { userId, subscriptionId }: StoredRenewal, at: Instant) =>
  db
    .update(cardRenewals)
    .set({ nextStepAt: at })
    .where(and(eq(cardRenewals.userId, userId), eq(cardRenewals.subscriptionId, subscriptionId)))

/** Ends a renewal that cannot go on, and says why (docs/rules/minutes.md 11.6). */
async function end({ db, env, now }: PaymentContext, renewal: StoredRenewal, student: Student, why: RenewalEnd) {
  const { userId, subscriptionId, cardDigits } = renewal
  const params = { why, card: cardDigits, url: paymentsPage(env) }
  await batchAll(db, [
    ...mailTo(db, student, { template: 'renewal_ended', params }, `renewal-ended:${subscriptionId}`, now),
    db
      .delete(cardRenewals)
      .where(and(eq(cardRenewals.userId, userId), eq(cardRenewals.subscriptionId, subscriptionId))),
  ])
}

type Renewable = NonNullable<ReturnType<typeof renewableOf>>

/**
 * Announces the charge with its sum, card and date, and the link that switches it off (docs/rules/minutes.md 11.2). The sum is stored
 * with the message, and is charged at most.
 */
async function announce({ db, env, now }: PaymentContext, renewal: StoredRenewal, found: Renewable): Promise<void> {
  const { subscription, next, student, amount } = found
  const [at] = renewalTimes(subscription.end).charges
  const params = {
    amount: sum(amount),
    card: renewal.cardDigits,
    date: formatMessageTime(at),
    url: `${appOrigin(env)}/stop-renewal#${await stopToken(env, 'renewal-stop', renewal.userId)}`,
  }
  const key = `renewal-announced:${subscription.id}:${renewal.createdAt}:${renewal.announcedAt ?? 'first'}`
  const message = { template: 'renewal_announced' as const, params }
  await batchAll(db, [
    db
      .update(cardRenewals)
      .set({
        announcedAt: now,
        announcedPlanId: next.planId,
        announcedPeriod: next.period,
        announcedAmount: amount,
        nextStepAt: now + NEXT_LOOK,
      })
      .where(and(eq(cardRenewals.userId, renewal.userId), eq(cardRenewals.subscriptionId, subscription.id))),
    ...mailTo(db, student, message, key, now),
    ...whatsAppStatements(db, student, message, now, `${key}:whatsapp`),
  ])
}

/** Charges the card, unless an earlier charge was made after all. */
async function charge(context: PaymentContext, renewal: StoredRenewal, { subscription, student }: Renewable) {
  const { db, env } = context
  const announced = announcedOf(renewal)
  if (!announced) return
  const earlier = (await chargesOf(db, subscription.id)).map(({ order }) => order)
  if (await isChargedAlready(context, earlier)) return
  const cards = await Promise.all(
    (await cardsOf(env, renewal.userId)).map(async (card) => ({ card, hash: await cardHashOf(card.token) })),
  )
  const found = cards.find(({ hash }) => hash === renewal.cardHash)
  if (!found) return end(context, renewal, student, 'card-gone')
  await chargeRenewal(context, {
    ...announced,
    userId: renewal.userId,
    subscriptionId: subscription.id,
    cardToken: found.card.token,
  }).catch((error) => {
    // Refused by the bank, or for an order of the student's that is open: the next look sees it.
    if (!(error instanceof DomainError)) throw error
    log(env, 'warn', 'renewal-not-charged', { userId: renewal.userId, error: String(error) })
  })
}

/** Whether the last announcement named this period. */
const isAnnounced = (renewal: StoredRenewal, next: Renewable['next'] | null): boolean =>
  next === null || (renewal.announcedPlanId === next.planId && renewal.announcedPeriod === next.period)

/** Takes the step that is due of one renewal, and sets when it is looked at next. */
async function renew(context: PaymentContext, renewal: StoredRenewal): Promise<void> {
  const { db, now } = context
  await lookAgain(db, renewal, now + NEXT_LOOK)
  const read = await db.batch(renewalStatements(db, renewal.userId, now))
  const [[current], , , , [student], charges] = read
  if (!current || current.subscriptionId !== renewal.subscriptionId || !student) return
  const [subscription] = await db.select().from(subscriptions).where(eq(subscriptions.id, renewal.subscriptionId))
  if (!subscription) return
  const found = renewableOf(read, now)
  const step = nextRenewalStep(
    {
      end: subscription.end,
      // Another choice of the next period is announced anew.
      announcedAt: isAnnounced(current, found?.next ?? null) ? current.announcedAt : null,
      charges: charges.map(({ order }) => ({ at: order.createdAt, isOpen: isUnpaid(order.status) })),
    },
    now,
  )
  if (step.kind === 'wait') return void (await lookAgain(db, renewal, step.until))
  if (step.kind === 'end') return end(context, current, student, step.why)
  if (!found || found.refusal !== null) return end(context, current, student, 'plan-gone')
  const refusal = whyNotBuyer(student, undefined, now)
  if (refusal) return end(context, current, student, refusal === 'guardian-required' ? 'guardian' : 'details')
  await (step.kind === 'announce' ? announce(context, current, found) : charge(context, current, found))
}

/** The orders of the last days whose outcome the student has not been told. */
const untoldCharges = (db: Db, now: Instant) =>
  db
    .select({
      charge: renewalCharges,
      order: orders,
      begun: subscriptions,
      renewal: { cardDigits: cardRenewals.cardDigits },
      student: {
        email: users.email,
        verifiedEmail: users.verifiedEmail,
        phone: users.phone,
        notificationMethod: users.notificationMethod,
      },
    })
    .from(renewalCharges)
    .innerJoin(orders, eq(orders.id, renewalCharges.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .leftJoin(subscriptions, eq(subscriptions.orderId, orders.id))
    .leftJoin(cardRenewals, eq(cardRenewals.userId, orders.userId))
    .where(
      and(
        gt(renewalCharges.createdAt, now - OUTCOME_WATCH),
        or(isNull(renewalCharges.told), and(eq(renewalCharges.told, 'failed'), gt(orders.paidAt, 0))),
      ),
    )
    .limit(BATCH)

type Untold = Awaited<ReturnType<typeof untoldCharges>>[number]

/**
 * What tells a student that the card was charged, as a receipt, or that it was not and what to do (docs/rules/minutes.md 11.6). A
 * payment that opened nothing goes back (docs/rules/money.md 4.7).
 */
function outcomeStatements(
  env: Env,
  db: Db,
  { charge, order, begun, renewal, student }: Untold,
  now: Instant,
): Statement[] {
  if (isUnpaid(order.status)) return []
  const told = order.paidAt === null ? ('failed' as const) : ('paid' as const)
  const key = `renewal-${told}:${order.id}`
  const url = told === 'paid' ? `${paymentsPage(env)}/${order.id}` : paymentsPage(env)
  const params = { amount: sum(order.amount), card: renewal?.cardDigits ?? '', url }
  const mark = db.update(renewalCharges).set({ told }).where(eq(renewalCharges.orderId, charge.orderId))
  if (told === 'failed')
    return [
      mark,
      ...mailTo(db, student, { template: 'renewal_failed', params }, key, now),
      ...whatsAppStatements(db, student, { template: 'renewal_failed', params }, now, `${key}:whatsapp`),
    ]
  if (!begun) return [mark]
  const paid = { ...params, date: formatMessageTime(begun.start) }
  return [mark, ...mailTo(db, student, { template: 'renewal_charged', params: paid }, key, now)]
}

/**
 * Announces the renewals by card, charges those that are due, and tells students what became of them (docs/rules/minutes.md 11.2, 11.3, 11.6).
 * Without the right to charge saved cards nothing is announced or charged. Returns how many were looked at and told.
 */
export async function renewPlans(env: Env, db: Db, now: Instant): Promise<Record<string, number>> {
  const background: Promise<unknown>[] = []
  const context: PaymentContext = { db, env, now, after: (work) => background.push(work) }
  const due = chargesSavedCards(env)
    ? await db
        .select()
        .from(cardRenewals)
        .where(lte(cardRenewals.nextStepAt, now))
        .orderBy(asc(cardRenewals.nextStepAt))
        .limit(BATCH)
    : []
  let failed = 0
  for (const renewal of due)
    await renew(context, renewal).catch((error) => {
      failed += 1
      log(env, 'warn', 'renewal-failed', { userId: renewal.userId, error: String(error) })
    })
  const untold = await untoldCharges(db, now)
  await batchAll(
    db,
    untold.flatMap((one) => outcomeStatements(env, db, one, now)),
  )
  await Promise.allSettled(background)
  if (due.length > 0 || untold.length > 0) await triggerDelivery(env)
  return { renewals: due.length, failed, charges: untold.length }
}
