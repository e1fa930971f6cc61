import { and, desc, eq } from 'drizzle-orm'
import type { transactionTimeline } from '#contract/transactions'
import { auditEntries } from '#db/schema/audit'
import { orders, paymentDifferences, refunds } from '#db/schema/orders'
import { paymentInbox } from '#db/schema/payment-inbox'
import { planChanges } from '#db/schema/plan-changes'
import { subscriptions } from '#db/schema/subscriptions'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { type ReadRequest, reading } from '../http/bind.ts'

/** Events per list; an order has a handful. */
const MOST = 100

/** The event of a stored notification; the rest of its body, in the provider's format, is not answered. */
function eventOf(body: string): string {
  const { report } = JSON.parse(body) as { report?: { event?: string } }
  return report?.event ?? ''
}

/**
 * What happened to an order, newest first, for admins (docs/rules/staff.md 8.5).
 * @throws DomainError `transaction-not-found`.
 */
export const timeline = reading(
  ({ db, params }: ReadRequest<typeof transactionTimeline>) => [
    db.select().from(orders).where(eq(orders.id, params.id)),
    db.select({ id: subscriptions.id }).from(subscriptions).where(eq(subscriptions.orderId, params.id)),
    db
      .select({
        subscriptionId: planChanges.subscriptionId,
        fromPlanId: planChanges.fromPlanId,
        fromMinutes: planChanges.fromMinutes,
        toPlanId: planChanges.toPlanId,
        toMinutes: planChanges.toMinutes,
        doneAt: planChanges.doneAt,
        undoneAt: planChanges.undoneAt,
      })
      .from(planChanges)
      .where(eq(planChanges.orderId, params.id)),
    db
      .select()
      .from(paymentInbox)
      .where(eq(paymentInbox.orderId, params.id))
      .orderBy(desc(paymentInbox.id))
      .limit(MOST),
    db.select().from(refunds).where(eq(refunds.orderId, params.id)).orderBy(desc(refunds.id)).limit(MOST),
    db
      .select()
      .from(paymentDifferences)
      .where(eq(paymentDifferences.orderId, params.id))
      .orderBy(desc(paymentDifferences.id))
      .limit(MOST),
    db
      .select({
        id: auditEntries.id,
        act: auditEntries.act,
        actorId: auditEntries.actorId,
        name: users.name,
        reason: auditEntries.reason,
        at: auditEntries.at,
      })
      .from(auditEntries)
      .innerJoin(users, eq(users.id, auditEntries.actorId))
      .where(and(eq(auditEntries.targetKind, 'transaction'), eq(auditEntries.targetId, params.id)))
      .orderBy(desc(auditEntries.at), desc(auditEntries.id))
      .limit(MOST),
  ],
  async (_, [[order], [subscription], [planChange = null], notifications, made, differing, staff]) => {
    if (!order) throw new DomainError('transaction-not-found')
    return {
      merchantRefNum: order.merchantRefNum,
      providerOrderId: order.providerOrderId,
      couponDiscount: order.couponDiscount,
      fees: order.fees,
      failureReason: order.failureReason,
      nextCheckAt: order.nextCheckAt,
      subscriptionId: subscription?.id ?? planChange?.subscriptionId ?? null,
      planChange,
      notifications: notifications.map(({ id, body, attempts, receivedAt, processedAt }) => ({
        id,
        event: eventOf(body),
        attempts,
        receivedAt,
        processedAt,
      })),
      refunds: made.map(({ id, amount, status, reason, failureReason, requestedBy, createdAt, updatedAt }) => ({
        id,
        amount,
        status,
        reason,
        failureReason,
        requestedBy,
        createdAt,
        updatedAt,
      })),
      differences: differing.map(({ id, field, ours, theirs, foundAt, closedAt }) => ({
        id,
        field,
        ours,
        theirs,
        foundAt,
        closedAt,
      })),
      staff,
    }
  },
)
