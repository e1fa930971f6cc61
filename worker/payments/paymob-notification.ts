import { and, eq, isNull, or, type SQL } from 'drizzle-orm'
import {
  type notifyPaymob as contract,
  type PaymobTransaction,
  paymobCardToken,
  paymobTransaction,
} from '#contract/paymob'
import type { Db } from '#db/client'
import { orders } from '#db/schema/orders'
import { DomainError } from '#domain/errors'
import type { Env } from '../env.ts'
import type { Act, ActContext } from '../http/bind.ts'
import { log } from '../http/logs.ts'
import {
  isCallbackSigned,
  isCardTokenSigned,
  isChild,
  parentOf,
  reportOf,
  unknownSuccess,
} from '../outside/paymob/callback.ts'
import { integrationOf } from '../outside/paymob/intention.ts'
import { applyStatus } from './apply-status.ts'
import { queryGateway } from './gateway.ts'
import type { Order } from './load-order.ts'
import { receiveNotification, recordUnknownStatus } from './notification-inbox.ts'
import { keepPaymobCard } from './paymob-cards.ts'

/** The first field in which a signed callback differs from our order; null when all agree. */
function mismatchedField(env: Env, order: Order, callback: PaymobTransaction): string | null {
  if (callback.amount_cents !== order.amount) return 'amount_cents'
  if (callback.currency !== 'EGP') return 'currency'
  return callback.integration_id === integrationOf(env, order.paymentMethod) ? null : 'integration_id'
}

/**
 * The order with Paymob's number, and the id of another order that already has this payment. A payment pays exactly one
 * order. The signed values are joined without a separator, so a signature stays valid when characters move from one value
 * to the next: without this check a callback could apply one order's payment to another order.
 */
async function findOrder(db: Db, isOrder: SQL | undefined, paymentId: number) {
  const hasPayment = and(eq(orders.provider, 'paymob'), eq(orders.providerRefNum, String(paymentId)))
  const [[order], paid] = await db.batch([
    db.select().from(orders).where(isOrder),
    db.select({ id: orders.id, secondPaymentOf: orders.secondPaymentOf }).from(orders).where(hasPayment),
  ])
  if (!order) throw new DomainError('transaction-not-found')
  return { order, isOfAnother: paid.some(({ id, secondPaymentOf }) => id !== order.id && secondPaymentOf !== order.id) }
}

/**
 * A refund or void is a transaction of its own, without the running total of its payment. So its payment is asked for, now and,
 * if that fails, by the next payment sweep; where the parent is not named, all payments of the order are.
 */
async function checkRefunded(ctx: ActContext<typeof contract>, callback: PaymobTransaction): Promise<void> {
  const { db, env, now } = ctx
  const first = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.provider, 'paymob'), eq(orders.providerOrderId, String(callback.order.id))))
  const isOfOrder = or(eq(orders.id, first), eq(orders.secondPaymentOf, first))
  const parent = parentOf(callback)
  const isParent = eq(orders.providerRefNum, parent ?? '')
  const affected = await db
    .update(orders)
    .set({ nextCheckAt: now })
    .where(parent === null ? isOfOrder : and(isOfOrder, or(isParent, isNull(orders.paidAt))))
    .returning()
  const check = async (order: Order) => {
    const update = await queryGateway(env, order)
    if (update) await applyStatus(ctx, order.id, update)
  }
  for (const order of affected)
    ctx.after(
      check(order).catch((error) =>
        log(env, 'warn', 'refund-not-checked', { orderId: order.id, error: String(error) }),
      ),
    )
}

/**
 * Paymob reports a payment's status (docs/rules/money.md 7.3). The order is found by Paymob's order number, which is
 * signed; our own reference in the callback is not. A card that the payer saved there is kept for the student of its order (7.7);
 * whatever else Paymob may report is accepted and changes nothing.
 * @throws DomainError `forbidden` for a wrong signature, `transaction-not-found`, `bad-request` for a transaction that cannot be
 * read, when the amount, the currency or the payment method differs from the order's, or the payment belongs to another order.
 */
export const notifyPaymob: Act<typeof contract> = async (ctx) => {
  const { body, query, db, env } = ctx
  if (body.type !== 'TRANSACTION') {
    const card = paymobCardToken.safeParse(body.obj)
    if (body.type === 'TOKEN') {
      if (!card.success || !isCardTokenSigned(env, card.data, query.hmac)) throw new DomainError('forbidden', 'hmac')
      await keepPaymobCard(ctx, card.data)
      return undefined
    }
    log(env, 'warn', 'notice-of-unknown-type', { provider: 'paymob', type: body.type.slice(0, 40) })
    return undefined
  }
  const read = paymobTransaction.safeParse(body.obj)
  if (!read.success) throw new DomainError('bad-request', `obj.${read.error.issues[0]?.path.join('.') ?? ''}`)
  const callback = read.data
  if (!isCallbackSigned(env, callback, query.hmac)) throw new DomainError('forbidden', 'hmac')
  if (isChild(callback)) {
    await checkRefunded(ctx, callback)
    return undefined
  }
  const isOrder = and(eq(orders.provider, 'paymob'), eq(orders.providerOrderId, String(callback.order.id)))
  const { order, isOfAnother } = await findOrder(db, isOrder, callback.id)
  const field = mismatchedField(env, order, callback) ?? (isOfAnother ? 'id' : null)
  if (field) {
    log(env, 'warn', 'notice-refused', { provider: 'paymob', field, transactionId: callback.id })
    throw new DomainError('bad-request', `obj.${field}: not that of the order`)
  }
  const unknown = unknownSuccess(callback)
  if (unknown) {
    const dedupeKey = query.hmac.toLowerCase()
    await recordUnknownStatus(ctx, { provider: 'paymob', dedupeKey, orderId: order.id, status: unknown })
    return undefined
  }
  const report = reportOf(callback)
  const isPayment = report.event !== 'accept' && report.event !== 'refuse' && report.event !== 'cancel'
  await receiveNotification(ctx, {
    provider: 'paymob',
    orderId: order.id,
    dedupeKey: `${query.hmac.toLowerCase()}:${report.refundedTotal ?? ''}`,
    update: {
      report,
      reference: isPayment ? String(callback.id) : null,
      failure: report.event === 'refuse' ? { code: String(callback.id), words: 'declined' } : null,
    },
  })
  return undefined
}
