import { and, eq } from 'drizzle-orm'
import type { notifyFawry as contract } from '#contract/fawry'
import { transactions } from '#db/schema/transactions'
import { DomainError } from '#domain/errors'
import type { Act } from '../http/bind.ts'
import { log } from '../http/logs.ts'
import { readNotice } from '../outside/fawry/notice.ts'
import { receive } from './inbox.ts'
import { newsOf, whyNotOurs } from './provider.ts'

/**
 * POST /fawry/payment-status: the gateway tells how an order goes on (docs/rules/money.md 4.4, 6.5). The signature is
 * checked first, then everything that was signed against our own row; the notice is kept before the 200, and acted on once.
 * @throws DomainError `forbidden` for a wrong signature, `bad-request` for a notice that is not about an order of ours.
 */
export const notifyFawry: Act<typeof contract> = async (at) => {
  const { body, db, env } = at
  const order = readNotice(env, body)
  if (!order) throw new DomainError('forbidden', 'messageSignature')
  const [tx] = await db
    .select()
    .from(transactions)
    .where(and(eq(transactions.provider, 'fawry'), eq(transactions.merchantRefNum, order.merchantRefNum)))
  const field = tx ? whyNotOurs(tx, order) : 'merchantRefNumber'
  if (!tx || field) {
    log(env, 'warn', 'notice-refused', { provider: 'fawry', field, reference: order.reference })
    throw new DomainError('bad-request', `${field}: not that of an order of ours`)
  }
  const dedupeKey = body.messageSignature.toLowerCase()
  await receive(at, { provider: 'fawry', dedupeKey, txId: tx.id, news: newsOf(order) })
  return undefined
}
