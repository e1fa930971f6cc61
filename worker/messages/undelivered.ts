import { and, desc, eq, gt, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { discardMessages, listUndelivered, retryMessages } from '#contract/messages'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { outbox } from '#db/schema/outbox'
import { days, type Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import type { DeliveryState } from '#domain/messages/delivery'
import { maskEmail, maskError, maskPhone } from '#domain/messages/masking'
import { isRetryable } from '#domain/messages/undelivered'
import { type Act, type ReadRequest, reading } from '../http/bind.ts'
import { abortIf, decideAndWrite } from '../http/constraints.ts'
import { isAmong, listFilter, numberFilter } from '../http/filters.ts'
import { countOf, countStatement, offsetOf } from '../http/pages.ts'
import { notifyQueues } from '../live/staff-queues.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { triggerDelivery } from './outbox.ts'

/** A literal as in the partial index `outbox_parked`, which SQLite only uses for this text. */
const isParked = sql.raw("status = 'parked'")
/** As in the partial index `outbox_done`. */
const isDone = sql.raw("status IN ('sent', 'failed')")
/** Everything that was sent in 90 days would be too much to count. */
const SHOWN_FOR = days(7)

/** Notifications are neither parked (docs/rules/messages.md 2.5) nor listed: providers report nothing of them. */
const isListed = ne(outbox.channel, 'push')

/** The condition of a state, for messages that the list shows at `now`. */
function isIn(state: DeliveryState, now: Instant): SQL | undefined {
  if (state === 'parked') return isParked
  const { status, deliveredAt, readAt } = outbox
  const isSent = eq(status, 'sent')
  const conditions = {
    failed: eq(status, 'failed'),
    sent: and(isSent, isNull(deliveredAt)),
    delivered: and(isSent, isNotNull(deliveredAt), isNull(readAt)),
    read: and(isSent, isNotNull(readAt)),
  }
  return and(isDone, isListed, gt(outbox.createdAt, now - SHOWN_FOR), conditions[state])
}

/** What staff may see of a message: never its parameters, which contain codes and links (docs/rules/staff.md 6.5). */
const columns = {
  id: outbox.id,
  channel: sql<'email' | 'whatsapp'>`${outbox.channel}`,
  template: outbox.template,
  to: outbox.to,
  attempts: outbox.attempts,
  lastError: outbox.lastError,
  createdAt: outbox.createdAt,
  sendingAt: outbox.sendingAt,
  sentAt: outbox.sentAt,
  deliveredAt: outbox.deliveredAt,
  readAt: outbox.readAt,
  fallbackSent: sql<number>`EXISTS (SELECT 1 FROM outbox AS mail WHERE mail.dedupe_key = 'fallback ' || outbox.id)`.as(
    'fallback_sent',
  ),
}

export const list = reading(
  ({ db, query, now }: ReadRequest<typeof listUndelivered>) => {
    const where = and(
      isIn(query.state, now),
      query.channel && eq(outbox.channel, query.channel),
      listFilter(outbox.template, query.templates),
      numberFilter(outbox.createdAt, query.createdAt),
    )
    return [
      countStatement(db, outbox, where),
      db
        .select(columns)
        .from(outbox)
        .where(where)
        .orderBy(desc(outbox.createdAt), desc(outbox.id))
        .limit(query.size)
        .offset(offsetOf(query)),
    ] as const
  },
  async ({ query }, [counted, rows]) => {
    const list = rows.map(({ sendingAt, fallbackSent, ...row }) => ({
      ...row,
      state: query.state,
      fallbackSent: fallbackSent === 1,
      to: row.channel === 'email' ? maskEmail(row.to) : maskPhone(row.to),
      lastError: row.lastError === null ? null : maskError(row.lastError),
      retryable: isRetryable(row.template),
      mayHaveArrived: sendingAt !== null,
    }))
    return { list, ...countOf(counted) }
  },
)

type Parked = { id: number; template: string }

/** The messages that are still parked. */
const findParked = (db: Db, ids: readonly number[]): Promise<Parked[]> =>
  db
    .select({ id: outbox.id, template: outbox.template })
    .from(outbox)
    .where(and(isParked, isAmong(outbox.id, ids)))

/** Writes a decision about parked messages; if another admin has decided one of them first, the messages are read again. */
async function write(db: Db, ids: readonly number[], statements: (parked: Parked[]) => Statement[]): Promise<number> {
  const { decision } = await decideAndWrite(
    () => findParked(db, ids),
    async (parked) => {
      if (parked.length === 0) return
      const found = parked.map(({ id }) => id)
      const left = sql`SELECT COUNT(*) FROM ${outbox} WHERE ${isParked} AND ${isAmong(outbox.id, found)}`
      await db.batch([abortIf(db, 'parked-messages-changed', sql`(${left}) <> ${found.length}`), ...statements(parked)])
    },
    'illegal',
  )
  return decision.length
}

/**
 * Returns parked messages to the outbox with a fresh number of attempts, even one that may have arrived: a person decides
 * to send it twice.
 * @throws DomainError `illegal` when one of them contains a code, which has expired.
 */
export const retry: Act<typeof retryMessages> = async (ctx) => {
  const { body, db, env, now, after } = ctx
  const codes = (await findParked(db, body.ids)).filter(({ template }) => !isRetryable(template))
  if (codes.length > 0) throw new DomainError('illegal', 'ids: a code is not sent again')
  const again = { status: 'pending', attempts: 0, nextAttemptAt: now, sendingAt: null, providerId: null } as const
  const sent = await write(db, body.ids, (parked) =>
    parked.flatMap(({ id, template }) => [
      db.update(outbox).set(again).where(eq(outbox.id, id)),
      ...auditStatements(ctx, {
        act: 'message.retry',
        kind: 'message',
        id,
        before: { status: 'parked', template },
        after: { status: 'pending' },
      }),
    ]),
  )
  if (sent > 0) {
    await triggerDelivery(env)
    after(notifyQueues(env, 'messages'))
  }
  return { count: sent }
}

/**
 * Marks parked messages as failed; they stay in the outbox and are not sent again.
 * @throws DomainError `bad-request` without a reason.
 */
export const discard: Act<typeof discardMessages> = async (ctx) => {
  const { body, db, env, reason, after } = ctx
  if (reason === null) throw new DomainError('bad-request', 'X-Reason: say why')
  const discarded = await write(db, body.ids, (parked) =>
    parked.flatMap(({ id, template }) => [
      db.update(outbox).set({ status: 'failed' }).where(eq(outbox.id, id)),
      ...auditStatements(ctx, {
        act: 'message.discard',
        kind: 'message',
        id,
        before: { status: 'parked', template },
        after: { status: 'failed' },
      }),
    ]),
  )
  if (discarded > 0) after(notifyQueues(env, 'messages'))
  return { count: discarded }
}
