import { and, asc, count, eq, gt, gte, isNull, lt, lte, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { cancelSubscription as contract, subscriptionRefund } from '#contract/subscriptions'
import type { Db } from '#db/client'
import { lessonMembers, lessons, upcomingLessons } from '#db/schema/lessons'
import { orders } from '#db/schema/orders'
import { planChanges } from '#db/schema/plan-changes'
import { subscriptions } from '#db/schema/subscriptions'
import type { Instant } from '#domain/cairo'
import { DomainError, refuse } from '#domain/errors'
import { refundPrice } from '#domain/lessons/price'
import type { Piastres } from '#domain/money'
import { sharedRefund } from '#domain/payments/plan-change'
import { RefundReason } from '#domain/payments/status-report'
import { isStudent } from '#domain/roles'
import { type PaidOrder, refundOnCancel, type TakenLesson, whyNotCancellable } from '#domain/subscriptions/cancellation'
import { currentOf } from '#domain/subscriptions/current'
import { isWaiting } from '#domain/subscriptions/renewal'
import { type Act, type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { abortIf, decideAndWrite } from '../http/constraints.ts'
import { outcomesOf, recordColumns } from '../lessons/attendance-store.ts'
import { issueRefunds, type RefundShare } from '../payments/issue-refund.ts'
import { auditStatements } from '../staff/audit-store.ts'
import type { Subscription } from './store.ts'

const tutorMember = alias(lessonMembers, 'tutor_member')

const badId = () => new DomainError('bad-request', 'id: for staff, and of a student’s own that has not begun')

/**
 * A student's own current subscription, or by its id their own that begins later; for an admin the one with the given id.
 * @throws DomainError `bad-request` for a student with another id or an admin without one, `subscription-not-found`.
 */
async function find({ actor, body, db, now }: ActContext<typeof contract>): Promise<Subscription> {
  const { id } = body
  if (isStudent(actor.role)) {
    const own = await db.select().from(subscriptions).where(eq(subscriptions.userId, actor.id))
    if (id === undefined) return currentOf(own, now) ?? refuseMissing()
    // One that was waiting and is cancelled answers as one that has ended.
    const named = own.find((one) => one.id === id && (isWaiting(one, now) || one.terminatedAt !== null))
    if (!named) throw badId()
    return named
  }
  if (id === undefined) throw badId()
  const [named] = await db.select().from(subscriptions).where(eq(subscriptions.id, id))
  return named ?? refuseMissing()
}

function refuseMissing(): never {
  throw new DomainError('subscription-not-found')
}

/** The student's lessons that have started in the subscription's time, with their tutors and attendance records. */
const startedLessons = (db: Db, { id }: Pick<Subscription, 'id'>, now: Instant) =>
  db
    .select({ lesson: lessons, tutorId: tutorMember.userId, record: recordColumns('lessons') })
    .from(subscriptions)
    .innerJoin(lessonMembers, eq(lessonMembers.userId, subscriptions.userId))
    .innerJoin(lessons, eq(lessons.id, lessonMembers.lessonId))
    .innerJoin(tutorMember, and(eq(tutorMember.lessonId, lessons.id), ne(tutorMember.userId, subscriptions.userId)))
    .where(
      and(
        eq(subscriptions.id, id),
        gte(lessons.start, subscriptions.start),
        lt(lessons.start, subscriptions.end),
        lte(lessons.start, now),
      ),
    )

/** The orders that paid for a subscription, oldest first: its own, and those of its changes that were made and not undone. */
const payingOrders = (db: Db, id: number) =>
  db
    .select()
    .from(orders)
    .where(
      sql`${orders.id} IN (SELECT ${subscriptions.orderId} FROM ${subscriptions} WHERE ${subscriptions.id} = ${id} UNION ALL SELECT ${planChanges.orderId} FROM ${planChanges} WHERE ${planChanges.subscriptionId} = ${id} AND ${planChanges.doneAt} IS NOT NULL AND ${planChanges.undoneAt} IS NULL)`,
    )
    .orderBy(asc(orders.id))

/** What was paid and given back of all of them together (docs/rules/minutes.md 9.6). */
const paidTogether = (paid: readonly PaidOrder[]): PaidOrder => ({
  amount: paid.reduce((sum, { amount }) => sum + amount, 0),
  refundedAmount: paid.reduce((sum, { refundedAmount }) => sum + refundedAmount, 0),
})

/** What was paid for minutes in addition to those of the subscription and has not gone back. */
const toppedUpOf = (id: number) =>
  sql<number>`(SELECT COALESCE(SUM(t.amount - t.refunded_amount), 0) FROM minute_entries e CROSS JOIN transactions t ON t.id = e.tx_id WHERE e.subscription_id = ${id} AND e.kind = 'top-up' AND e.minutes > 0)`

/**
 * Counts everything that changes what the subscription is charged with: entries of its minutes, decisions about the
 * student's lessons, and what was paid for more minutes. Nothing is ever deleted, so an equal count means that nothing has
 * changed.
 */
const chargesOf = ({ id, userId }: Subscription) =>
  sql<number>`(SELECT COUNT(*) FROM minute_entries e WHERE e.subscription_id = ${id}) + (SELECT COUNT(*) FROM lesson_decisions d JOIN lesson_members m ON m.lesson_id = d.lesson_id WHERE m.user_id = ${userId}) + ${toppedUpOf(id)}`

/** The lessons that the subscription may be charged with, from the rows of `startedLessons`. */
async function takenLessons(
  ctx: Pick<ActContext<typeof contract>, 'env' | 'now'>,
  studentId: number,
  found: Awaited<ReturnType<typeof startedLessons>>,
): Promise<TakenLesson[]> {
  const withPeople = found.map((one) => ({ ...one, studentId }))
  const outcomes = await outcomesOf(ctx, withPeople, studentId)
  return found.map(({ lesson }) => ({
    start: lesson.start,
    price: refundPrice(lesson),
    canceledAt: lesson.canceledAt,
    isCharged: outcomes.get(lesson.id)?.isCharged ?? false,
  }))
}

/** The subscription whose minutes pay for a lesson. */
const payerOf = sql`(SELECT e.subscription_id FROM minute_entries e WHERE e.lesson_id = ${lessons.id} AND e.kind = 'booking' ORDER BY e.revision DESC LIMIT 1)`

/** The owner of a subscription, by the subscription's id. */
const ownerOf = (id: number) =>
  sql`(SELECT ${subscriptions.userId} FROM ${subscriptions} WHERE ${subscriptions.id} = ${id})`

/**
 * A preview of `cancel` for staff: the refund, zero for a subscription that cannot be cancelled, and the lessons that would
 * be cancelled.
 * @throws DomainError `subscription-not-found`, `transaction-not-found` for a free trial.
 */
export const refund = reading(
  ({ params: { id }, db, now }: ReadRequest<typeof subscriptionRefund>) => [
    db.select().from(subscriptions).where(eq(subscriptions.id, id)),
    payingOrders(db, id),
    startedLessons(db, { id }, now),
    db.select({ paid: toppedUpOf(id).as('paid') }).from(sql`(SELECT 1)`),
    db
      .select({ lessons: count() })
      .from(upcomingLessons)
      .innerJoin(lessons, eq(lessons.id, upcomingLessons.lessonId))
      .where(
        and(
          eq(upcomingLessons.studentId, ownerOf(id)),
          isNull(lessons.canceledAt),
          gt(lessons.start, now),
          eq(payerOf, id),
        ),
      ),
  ],
  async (ctx, [[subscription], paid, started, [toppedUp], [upcoming]]) => {
    if (!subscription) throw new DomainError('subscription-not-found')
    const [order] = paid
    if (!order) throw new DomainError('transaction-not-found')
    const taken = await takenLessons(ctx, subscription.userId, started)
    return {
      refundAmount:
        subscription.terminatedAt === null
          ? refundOnCancel(paidTogether(paid), subscription.start, taken, ctx.now, toppedUp?.paid)
          : 0,
      upcomingLessons: upcoming?.lessons ?? 0,
      transactionId: order.id,
    }
  },
)

type Decided = {
  subscription: Subscription
  shares: RefundShare[]
  refundAmount: Piastres
  charges: number
}

/** What the cancellation refunds; null for a subscription that has already ended. */
async function decide(ctx: ActContext<typeof contract>): Promise<Decided | null> {
  const { db, now } = ctx
  const subscription = await find(ctx)
  if (subscription.terminatedAt !== null) return null
  if (subscription.orderId === null) throw new DomainError('transaction-not-found')
  // Counted in the same batch as what is read, so that `write` refuses after any later change.
  const [[counted], paid, started] = await db.batch([
    db
      .select({ charges: chargesOf(subscription).as('charges'), toppedUp: toppedUpOf(subscription.id).as('topped_up') })
      .from(sql`(SELECT 1)`),
    payingOrders(db, subscription.id),
    startedLessons(db, subscription, now),
  ])
  const taken = await takenLessons(ctx, subscription.userId, started)
  const refundAmount = refundOnCancel(paidTogether(paid), subscription.start, taken, now, counted?.toppedUp)
  refuse(whyNotCancellable(refundAmount))
  return { subscription, shares: sharedRefund(paid, refundAmount), refundAmount, charges: counted?.charges ?? 0 }
}

/** Issues the refund, unless the subscription has ended or its lessons have changed since they were read. */
const write = (ctx: ActContext<typeof contract>, { subscription, shares, refundAmount, charges }: Decided) =>
  issueRefunds(ctx, shares, { reason: RefundReason.subscriptionCanceled, requestedBy: ctx.actor.id }, [
    abortIf(
      ctx.db,
      'subscription-charged',
      sql`(SELECT ${subscriptions.terminatedAt} IS NOT NULL FROM ${subscriptions} WHERE ${subscriptions.id} = ${subscription.id}) OR ${chargesOf(subscription)} <> ${charges}`,
    ),
    ...auditStatements(ctx, {
      act: 'subscription.cancel',
      kind: 'subscription',
      id: subscription.id,
      before: { terminatedAt: null },
      after: { refundAmount },
    }),
  ])

/**
 * Cancels a subscription: refunds what its lessons did not use and cancels its upcoming lessons (docs/rules/minutes.md 3.5,
 * 3.6). The refund is stored before the gateway is called, and the subscription ends in the batch that posts the refund.
 * For a subscription that has already ended it succeeds and returns nothing.
 * @throws DomainError `subscription-not-found`, `transaction-not-found` for a free trial, `subscription-uncancellable`,
 * `bad-request`, `illegal` while another refund is pending, `fawry-error` or `service-unavailable`.
 */
export const cancel: Act<typeof contract> = async (ctx) => {
  const { decision } = await decideAndWrite(
    () => decide(ctx),
    async (decided) => {
      if (decided) await write(ctx, decided)
    },
    'illegal',
  )
  return decision ? { refundAmount: decision.refundAmount } : undefined
}
