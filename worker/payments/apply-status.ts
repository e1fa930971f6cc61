import { and, eq } from 'drizzle-orm'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { refunds, transactions } from '#db/schema/transactions'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { describeGatewayError, gatewayReason } from '#domain/payments/gateway-errors'
import { type OrderChange, orderChangeFor, RefundReason } from '#domain/payments/status-report'
import type { TransactionStatus } from '#domain/payments/transaction'
import { notifyUsers } from '../../party/stubs.ts'
import type { Env } from '../env.ts'
import { decideAndWrite } from '../http/constraints.ts'
import { log } from '../http/logs.ts'
import { notifyLessonChange } from '../live/lessons.ts'
import { notifyQueues } from '../live/staff-queues.ts'
import { type GatewayUpdate, gatewayRefusalError, refundAtGateway } from './gateway.ts'
import { loadOrder, type OrderState, type Refund, type Transaction } from './load-order.ts'
import { orderChangeStatements, secondPaymentStatements } from './order-changes.ts'

/** What a request, a notification or a job passes to the functions of this area; `after` runs work after the response. */
export type PaymentContext = { db: Db; env: Env; now: Instant; after: (work: Promise<unknown>) => void }

/** `other`: the update is about a second payment of the order, by its row, or by its number where there is none yet. */
type AppliedUpdate = {
  state: OrderState
  change: OrderChange | null
  other: { id: number } | { reference: string } | null
}

/**
 * The second payment that an update is about; null when it is about the order's own. The gateways name the payment by a
 * number, which for the payment of a paid order is stored.
 */
async function secondPaymentOf(db: Db, tx: Transaction, reference: string | null | undefined) {
  const isOwn = tx.paidAt === null || tx.secondPaymentOf !== null || tx.providerRefNum === null
  if (isOwn || !reference || reference === tx.providerRefNum) return null
  const [second] = await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(eq(transactions.secondPaymentOf, tx.id), eq(transactions.providerRefNum, reference)))
  return second ?? { reference }
}

async function notifyOrderChange(
  { env, db, now, after }: PaymentContext,
  { state, change }: AppliedUpdate,
): Promise<void> {
  if (!change) return
  const { tx, upcomingLessons } = state
  const payload = { transactionId: tx.id, status: change.status }
  after(notifyUsers(env, [tx.userId], { event: 'TransactionStatusUpdate', payload }))
  after(notifyQueues(env, 'payments'))
  if (!change.endsSubscription) return
  for (const { row, tutor, student } of upcomingLessons)
    after(
      notifyLessonChange(
        env,
        db,
        'LessonCanceled',
        { lessonId: row.id, sessionId: row.sessionId, tutorId: tutor.id, studentId: student.id },
        now,
      ),
    )
}

/**
 * Applies an update of a gateway to an order. The same update has its effect once, even when a notification, a request
 * and the sweep report it at the same moment (docs/rules/money.md 4.1). `alongside` is written in the same batch, or alone when
 * the update is outdated. A second successful payment of the order is recorded and refunded, and later updates of it are
 * applied to it alone (docs/rules/money.md 4.7). Returns the order's status afterwards.
 * @throws DomainError `transaction-not-found`.
 */
export async function applyStatus(
  context: PaymentContext,
  txId: number,
  update: GatewayUpdate,
  alongside: Statement[] = [],
): Promise<TransactionStatus> {
  const { db, now } = context
  const { report, ...details } = update
  const isNewPayment = (other: AppliedUpdate['other']): other is { reference: string } =>
    other !== null && 'reference' in other && report.event === 'pay'
  const decide = async (): Promise<AppliedUpdate> => {
    const state = await loadOrder(db, txId, now)
    if (!state) throw new DomainError('transaction-not-found')
    const other = await secondPaymentOf(db, state.tx, details.reference)
    return { state, other, change: other ? null : orderChangeFor(state.order, report) }
  }
  const statements = ({ state, change, other }: AppliedUpdate): Statement[] => {
    if (change) return orderChangeStatements(db, state, change, details, now)
    if (!isNewPayment(other)) return []
    const fees = details.fees ?? 0
    return secondPaymentStatements(db, state.tx, { reference: other.reference, fees }, now)
  }
  const write = async (decision: AppliedUpdate) => {
    // The row of a second payment takes `alongside` into its own batch.
    if (decision.other && 'id' in decision.other) return
    const [first, ...rest] = [...statements(decision), ...alongside]
    if (first) await db.batch([first, ...rest])
  }
  const { decision } = await decideAndWrite(decide, write, 'illegal')
  const { state, change, other } = decision
  if (other && 'id' in other) await applyStatus(context, other.id, update, alongside)
  if (isNewPayment(other)) context.after(refundSecondPayment(context, state.tx, other.reference))
  await notifyOrderChange(context, decision)
  if (change?.givesBack) context.after(refundUnwantedPayment(context, txId))
  return change?.status ?? state.tx.status
}

/** Requests the refund of a second payment that has just been recorded. */
async function refundSecondPayment(context: PaymentContext, tx: Transaction, reference: string): Promise<void> {
  const second = await secondPaymentOf(context.db, tx, reference)
  context.after(notifyQueues(context.env, 'payments'))
  if (second && 'id' in second) await refundUnwantedPayment(context, second.id)
}

/** A refund that has its result already is left as it is. */
export const failRefundStatement = (db: Db, refund: Refund, failureReason: string, now: Instant) =>
  db
    .update(refunds)
    .set({ status: 'failed', failureReason, updatedAt: now })
    .where(and(eq(refunds.id, refund.id), eq(refunds.status, 'pending')))

/**
 * Requests a pending refund at the gateway and records its result. Returns the gateway's message.
 * @throws ProviderUnreachable when the result is unknown: the refund stays pending. DomainError when the gateway refuses.
 */
export async function executeRefund(context: PaymentContext, tx: Transaction, refund: Refund): Promise<string> {
  const { db, env, now } = context
  const response = await refundAtGateway(env, tx, refund.amount, refund.reason)
  if (!response.isOk) {
    const { code, message } = response
    await failRefundStatement(db, refund, describeGatewayError(gatewayReason(code), code, message), now)
    context.after(notifyQueues(env, 'payments'))
    throw gatewayRefusalError(tx.provider, response)
  }
  await applyStatus(context, tx.id, { report: { event: 'refund-part', refundedTotal: null } })
  return response.message
}

/**
 * Refunds a payment that opens no subscription. A failure is logged: the payment sweep resolves a refund without a response
 * and requests one again that was not made.
 */
export async function refundUnwantedPayment(context: PaymentContext, txId: number): Promise<void> {
  const state = await loadOrder(context.db, txId, context.now)
  if (!state?.pendingRefund || !isUnwanted(state.pendingRefund.reason)) return
  await executeRefund(context, state.tx, state.pendingRefund).catch((error) =>
    log(context.env, 'error', 'refund-not-made', { txId, error: String(error) }),
  )
}

const isUnwanted = (reason: string | null): boolean =>
  reason === RefundReason.paidTwice || reason === RefundReason.couponUsedUp
