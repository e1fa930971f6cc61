import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { outbox } from '#db/schema/outbox'
import { pushSubscriptions } from '#db/schema/push-subscriptions'
import { type Instant, minutes } from '#domain/cairo'
import type { Channel } from '#domain/messages/delivery'
import type { Env } from '../env.ts'
import { log } from '../http/logs.ts'
import { isReceiving } from '../push/store.ts'
import type { Message, PushMessage, SealedMessage, WhatsAppMessage } from './message.ts'

/**
 * Puts a message into the outbox. It belongs in the batch of the change that causes it, so that neither exists without
 * the other; call `triggerDelivery` after the batch. A message whose `dedupeKey` is known already is not inserted
 * again.
 */
export const messageStatement = (
  db: Db,
  message: Message | SealedMessage,
  now: Instant,
  dedupeKey: string | null = null,
) =>
  db
    .insert(outbox)
    .values({ ...message, dedupeKey, status: 'pending', attempts: 0, nextAttemptAt: now, createdAt: now })
    .onConflictDoNothing()

type MessageContent<M> = M extends Message ? Omit<M, 'channel' | 'to'> : never

/**
 * A user can receive messages about lessons with a phone number and a notification method (docs/rules/messages.md 1.2).
 */
export type Recipient = { phone: string | null; notificationMethod: number | null }

/** The statements that send a WhatsApp message to a user; none for a user who cannot receive any. */
export const whatsAppStatements = (
  db: Db,
  { phone, notificationMethod }: Recipient,
  message: MessageContent<WhatsAppMessage>,
  now: Instant,
  dedupeKey: string | null = null,
): Statement[] =>
  phone && notificationMethod
    ? [messageStatement(db, { channel: 'whatsapp', to: phone, ...message } as WhatsAppMessage, now, dedupeKey)]
    : []

/** A user's WhatsApp message that is sent once under its key. */
export type KeyedMessage = { recipient: Recipient; message: MessageContent<WhatsAppMessage>; dedupeKey: string }

const partOf = (name: string) => sql.raw(`(one.value ->> '${name}')`)
const paramsPart = sql.raw("(one.value -> 'params')")
const eachOf = (rows: readonly object[]) => sql`json_each(${JSON.stringify(rows)}) AS one`

/** The statement that sends these WhatsApp messages, but for users who cannot receive any and for keys that have been used. */
export function keyedWhatsAppStatement(db: Db, messages: readonly KeyedMessage[], now: Instant): Statement {
  const reached = messages.flatMap(({ recipient: { phone, notificationMethod }, message, dedupeKey }) =>
    phone && notificationMethod ? [{ to: phone, template: message.template, params: message.params, dedupeKey }] : [],
  )
  const values = sql`NULL, 'whatsapp', ${partOf('template')}, ${partOf('to')}, ${paramsPart}, 'pending', 0, ${now}, NULL, NULL, NULL, ${partOf('dedupeKey')}, ${now}, NULL`
  return db
    .insert(outbox)
    .select(sql`SELECT ${values} FROM ${eachOf(reached)} WHERE true`)
    .onConflictDoNothing()
}

/** A notification to a user; it is sent once to each of their devices under its `dedupeKey`. */
export type Notification = MessageContent<PushMessage> & { userId: number; dedupeKey: string }

/**
 * The statement that sends notifications to every device on which these users receive them; none for who has none
 * (docs/rules/messages.md 2.1).
 */
export function pushStatement(db: Db, notifications: readonly Notification[], now: Instant): Statement {
  const key = sql`'push:' || ${partOf('dedupeKey')} || ':' || ${pushSubscriptions.id}`
  const values = sql`NULL, 'push', ${partOf('template')}, ${pushSubscriptions.id}, ${paramsPart}, 'pending', 0, ${now}, NULL, NULL, NULL, ${key}, ${now}, NULL`
  return db
    .insert(outbox)
    .select(
      sql`SELECT ${values} FROM ${eachOf(notifications)} INNER JOIN ${pushSubscriptions} ON ${pushSubscriptions.userId} = ${partOf('userId')} WHERE ${isReceiving(now)}`,
    )
    .onConflictDoNothing()
}

/**
 * Starts the delivery through the queue. A failure is logged only, since the request's change is stored by then: the
 * `sweep-messages` job sends what remains in the outbox.
 */
export const triggerDelivery = (env: Env): Promise<unknown> =>
  env.MESSAGES.send({ wake: 'outbox' }).catch((error) =>
    log(env, 'warn', 'delivery-not-woken', { error: String(error) }),
  )

/** How many messages of a channel are sent at once. A worker opens six connections, and there are three channels. */
export const AT_ONCE = 2
/** A send ends after ten seconds. One that has no outcome after this was interrupted. */
const INTERRUPTED_AFTER = minutes(1)

export type OutboxRow = typeof outbox.$inferSelect

/** A message that a delivery may send; `unknownSince` is when an earlier send without a known outcome was begun, or null. */
export type Claimed = { row: OutboxRow; unknownSince: Instant | null }

/** The query of the messages of a channel that are due, as many as are sent at once. */
const dueOf = (db: Db, channel: Channel, now: Instant) =>
  db
    .select({ id: outbox.id })
    .from(outbox)
    // The literal is that of the index `outbox_due`: of a bound value SQLite does not see that the index holds it.
    .where(and(sql`${outbox.status} = 'pending'`, lte(outbox.nextAttemptAt, now), eq(outbox.channel, channel)))
    .orderBy(asc(outbox.nextAttemptAt), asc(outbox.id))
    .limit(AT_ONCE)

/**
 * Claims messages that are due, to be sent at once, `AT_ONCE` of each of these channels or all that are due: the claim is the mark that
 * they may have gone out. Two deliveries that run at once claim different ones.
 */
export async function claimDue(db: Db, channels: readonly Channel[], now: Instant): Promise<Claimed[]> {
  const due = channels.map((channel) => sql`SELECT id FROM ${dueOf(db, channel, now)}`)
  const claimed = await db
    .update(outbox)
    .set({
      attempts: sql`${outbox.attempts} + 1`,
      nextAttemptAt: now + INTERRUPTED_AFTER,
      sendingAt: sql`COALESCE(${outbox.sendingAt}, ${now})`,
    })
    .where(sql`${outbox.id} IN (${sql.join(due, sql` UNION ALL `)})`)
    .returning()
  // An earlier claim ended before this one began, so that one of this very instant is this one.
  return claimed.map((row) => ({ row, unknownSince: row.sendingAt === now ? null : row.sendingAt }))
}

/** The row as this claim left it: not decided by anybody since, and claimed by no later delivery. */
export const isStillClaimed = (row: OutboxRow) =>
  and(eq(outbox.id, row.id), eq(outbox.status, 'pending'), eq(outbox.nextAttemptAt, row.nextAttemptAt))
