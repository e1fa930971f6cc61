import { and, eq } from 'drizzle-orm'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { refunds } from '#db/schema/transactions'
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
import { orderChangeStatements } from './order-changes.ts'

/** What a request, a notification or a job passes to the functions of this area; `after` runs work after the response. */
export type PaymentContext = { db: Db; env: Env; now: Instant; after: (work: Promise<unknown>) => void }

type AppliedUpdate = { state: OrderState; change: OrderChange | null }

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
 * the update is outdated. Returns the order's status afterwards.
 * @throws DomainError `transaction-not-found`.
 */
export async function applyStatus(
  context: PaymentContext,
  txId: number,
  { report, ...details }: GatewayUpdate,
  alongside: Statement[] = [],
): Promise<TransactionStatus> {
  const { db, now } = context
  const decide = async (): Promise<AppliedUpdate> => {
    const state = await loadOrder(db, txId, now)
    if (!state) throw new DomainError('transaction-not-found')
    return { state, change: orderChangeFor(state.order, report) }
  }
  const write = async ({ state, change }: AppliedUpdate) => {
    const [first, ...rest] = change
      ? [...orderChangeStatements(db, state, change, details, now), ...alongside]
      : alongside
    if (first) await db.batch([first, ...rest])
  }
  const { decision } = await decideAndWrite(decide, write, 'illegal')
  await notifyOrderChange(context, decision)
  if (decision.change?.refundsDuplicate) context.after(refundDuplicatePayment(context, txId))
  return decision.change?.status ?? decision.state.tx.status
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
 * Refunds the payment of an order whose student already has a paid subscription. A failure is logged: the payment sweep
 * resolves a refund without a response, and the nightly ledger proof reports an order left without subscription or refund.
 */
async function refundDuplicatePayment(context: PaymentContext, txId: number): Promise<void> {
  const state = await loadOrder(context.db, txId, context.now)
  if (!state?.pendingRefund || state.pendingRefund.reason !== RefundReason.paidTwice) return
  await executeRefund(context, state.tx, state.pendingRefund).catch((error) =>
    log(context.env, 'error', 'refund-not-made', { txId, error: String(error) }),
  )
}
