import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { mailingRecipients } from '#db/schema/mailings'
import { outbox } from '#db/schema/outbox'
import { pushSubscriptions } from '#db/schema/push-subscriptions'
import { type Instant, minutes } from '#domain/cairo'
import { type Channel, fallbackAt } from '#domain/messages/delivery'
import type { Env } from '../env.ts'
import { log } from '../http/logs.ts'
import type { EncryptedMessage, MailingParams, Message, PushMessage, WhatsAppMessage } from './message.ts'
import { isReceiving } from './push-store.ts'

/**
 * Inserts a message into the outbox. It belongs in the batch of the change that causes it, so that neither exists without
 * the other; call `triggerDelivery` after the batch. A message with a known `dedupeKey` is not inserted again.
 */
export const messageStatement = (
  db: Db,
  message: Message | EncryptedMessage,
  now: Instant,
  dedupeKey: string | null = null,
) =>
  db
    .insert(outbox)
    .values({ ...message, dedupeKey, status: 'pending', attempts: 0, nextAttemptAt: now, createdAt: now })
    .onConflictDoNothing()

/** As `messageStatement`, if the condition holds once the statements before it have run. */
export const messageStatementIf = (
  db: Db,
  { channel, template, to, params }: Message,
  now: Instant,
  condition: SQL,
): Statement =>
  db
    .insert(outbox)
    .select(
      sql`SELECT NULL, ${channel}, ${template}, ${to}, ${JSON.stringify(params)}, 'pending', 0, ${now}, NULL, NULL, NULL, NULL, ${now}, NULL, NULL, NULL, NULL, NULL, NULL WHERE ${condition}`,
    )

type MessageContent<M> = M extends Message ? Omit<M, 'channel' | 'to'> : never

/** A user receives lesson messages if they have a phone number and a notification method (docs/rules/messages.md 1.2). */
export type Recipient = { phone: string | null; notificationMethod: number | null }

/** The statements that send a WhatsApp message to a user; empty for a user who cannot receive any. */
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

/** A WhatsApp message to a user that is sent once under its key. */
export type KeyedMessage = {
  recipient: Recipient & { userId: number }
  message: MessageContent<WhatsAppMessage>
  dedupeKey: string
}

const partOf = (name: string) => sql.raw(`(one.value ->> '${name}')`)
const paramsPart = sql.raw("(one.value -> 'params')")
const eachOf = (rows: readonly object[]) => sql`json_each(${JSON.stringify(rows)}) AS one`

/**
 * The statement that sends these WhatsApp messages if `condition` holds, except to users who cannot receive any and except for used
 * keys.
 */
export function keyedWhatsAppStatement(
  db: Db,
  messages: readonly KeyedMessage[],
  now: Instant,
  condition: SQL = sql`true`,
): Statement {
  const reached = messages.flatMap(({ recipient: { phone, notificationMethod, userId }, message, dedupeKey }) => {
    const { template, params } = message
    if (!phone || !notificationMethod) return []
    return [{ to: phone, template, params, dedupeKey, userId, fallbackAt: fallbackAt(template, now) }]
  })
  const values = sql`NULL, 'whatsapp', ${partOf('template')}, ${partOf('to')}, ${paramsPart}, 'pending', 0, ${now}, NULL, NULL, NULL, ${partOf('dedupeKey')}, ${now}, NULL, NULL, NULL, ${partOf('userId')}, ${partOf('fallbackAt')}, NULL`
  return db
    .insert(outbox)
    .select(sql`SELECT ${values} FROM ${eachOf(reached)} WHERE ${condition}`)
    .onConflictDoNothing()
}

/** A notification to a user; sent once to each of their devices under its `dedupeKey`. */
export type Notification = MessageContent<PushMessage> & { userId: number; dedupeKey: string }

/** The statement that sends notifications to every subscribed device of these users (docs/rules/messages.md 2.1). */
export function pushStatement(db: Db, notifications: readonly Notification[], now: Instant): Statement {
  const key = sql`'push:' || ${partOf('dedupeKey')} || ':' || ${pushSubscriptions.id}`
  const values = sql`NULL, 'push', ${partOf('template')}, ${pushSubscriptions.id}, ${paramsPart}, 'pending', 0, ${now}, NULL, NULL, NULL, ${key}, ${now}, NULL, NULL, NULL, NULL, NULL, NULL`
  return db
    .insert(outbox)
    .select(
      sql`SELECT ${values} FROM ${eachOf(notifications)} INNER JOIN ${pushSubscriptions} ON ${pushSubscriptions.userId} = ${partOf('userId')} WHERE ${isReceiving(now)}`,
    )
    .onConflictDoNothing()
}

/** A mail of a mailing to a person that still waits for it; sent once under the key of both. */
export type MailOfMailing = { mailingId: number; userId: number; to: string; params: MailingParams }

/** The statement that sends these mails to whoever still waits for them (docs/rules/staff.md 18.6). */
export function mailingStatement(db: Db, mails: readonly MailOfMailing[], now: Instant): Statement {
  const key = sql`'mailing:' || ${partOf('mailingId')} || ':' || ${partOf('userId')}`
  const values = sql`NULL, 'email', 'mailing', ${partOf('to')}, ${paramsPart}, 'pending', 0, ${now}, NULL, NULL, NULL, ${key}, ${now}, NULL, NULL, NULL, NULL, NULL, ${partOf('mailingId')}`
  const isWaiting = sql`EXISTS (SELECT 1 FROM ${mailingRecipients} WHERE ${mailingRecipients.mailingId} = ${partOf('mailingId')} AND ${mailingRecipients.userId} = ${partOf('userId')} AND ${mailingRecipients.handledAt} IS NULL)`
  return db
    .insert(outbox)
    .select(sql`SELECT ${values} FROM ${eachOf(mails)} WHERE ${isWaiting}`)
    .onConflictDoNothing()
}

/**
 * Starts the delivery through the queue, after so many seconds. A failure is only logged, since the messages are already stored: the
 * `sweep-messages` job sends what remains in the outbox.
 */
export const triggerDelivery = (env: Env, delaySeconds = 0): Promise<unknown> =>
  env.MESSAGES.send({ wake: 'outbox' }, { delaySeconds }).catch((error) =>
    log(env, 'warn', 'delivery-not-woken', { error: String(error) }),
  )

/** Later than `fallbackAt` by the delay of the queue. */
const FALLBACK_WAKE_SECONDS = 125

/** As `triggerDelivery`, for messages that go by mail where they do not arrive in time. */
export const triggerUrgentDelivery = (env: Env): Promise<unknown> =>
  env.MESSAGES.sendBatch([
    { body: { wake: 'outbox' } },
    { body: { wake: 'fallbacks' }, delaySeconds: FALLBACK_WAKE_SECONDS },
  ]).catch((error) => log(env, 'warn', 'delivery-not-woken', { error: String(error) }))

/**
 * Messages of a channel that are sent at the same time. A worker has at most six connections, and there are three channels.
 */
export const AT_ONCE = 2
/** A send times out after ten seconds; one without a result after this time was interrupted. */
const INTERRUPTED_AFTER = minutes(1)

export type OutboxRow = typeof outbox.$inferSelect

/**
 * A message that a delivery may send; `unknownSince` is the start of an earlier attempt with an unknown result, or null.
 */
export type Claimed = { row: OutboxRow; unknownSince: Instant | null }

/** Selects the due messages of a channel, up to `AT_ONCE`. */
const dueOf = (db: Db, channel: Channel, now: Instant) =>
  db
    .select({ id: outbox.id })
    .from(outbox)
    // A literal as in the partial index `outbox_due`: for a bound value SQLite would not use the index.
    .where(and(sql`${outbox.status} = 'pending'`, lte(outbox.nextAttemptAt, now), eq(outbox.channel, channel)))
    .orderBy(asc(outbox.nextAttemptAt), asc(outbox.id))
    .limit(AT_ONCE)

/**
 * Claims up to `AT_ONCE` due messages of each of these channels; the claim marks them as possibly sent. Concurrent
 * deliveries claim different messages.
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
  // An earlier claim has an earlier time; one of this very instant is this claim.
  return claimed.map((row) => ({ row, unknownSince: row.sendingAt === now ? null : row.sendingAt }))
}

/** The condition that the row is as this claim left it: not changed since, and not claimed by a later delivery. */
export const isStillClaimed = (row: OutboxRow) =>
  and(eq(outbox.id, row.id), eq(outbox.status, 'pending'), eq(outbox.nextAttemptAt, row.nextAttemptAt))
