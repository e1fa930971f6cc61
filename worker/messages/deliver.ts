import { eq } from 'drizzle-orm'
import type { Db } from '#db/client'
import { outbox } from '#db/schema/outbox'
import type { Instant } from '#domain/cairo'
import {
  CHANNELS,
  type Channel,
  isParkable,
  MAX_DELIVERY_ERROR,
  mayBeSent,
  nextAttemptAt,
} from '#domain/messages/delivery'
import { cutText } from '#domain/text'
import type { Env } from '../env.ts'
import { readTimer } from '../http/clock.ts'
import { log } from '../http/logs.ts'
import { notifyQueues } from '../live/staff-queues.ts'
import { storeDueMailings } from '../mailings/due-store.ts'
import { sendEmail } from '../outside/email/resend.ts'
import { MessageUnproven } from '../outside/post-message.ts'
import { PushGone } from '../outside/push/post-push.ts'
import { sendWhatsApp } from '../outside/whatsapp/graph.ts'
import { decryptParams } from './encrypted-params.ts'
import type { Message } from './message.ts'
import { AT_ONCE, type Claimed, claimDue, isStillClaimed, type OutboxRow, triggerDelivery } from './outbox.ts'
import { storeDueNotices } from './schedule-notices.ts'
import { sendPush } from './send-push.ts'

const INTERRUPTED = 'Interrupted while it was being sent: it may have gone out'

type Delivery = { env: Env; db: Db; now: Instant }

/** Returns the provider's message id. */
async function send({ env, db, now }: Delivery, row: OutboxRow): Promise<string> {
  const params = await decryptParams(env, row)
  const message = { channel: row.channel, to: row.to, template: row.template, params } as Message
  // Row ids restart in every new database, and several databases may share one account at the provider.
  if (message.channel === 'email') return sendEmail(env, message, `outbox-${row.id}-${row.createdAt}`)
  return message.channel === 'push' ? sendPush(env, db, message, now) : sendWhatsApp(env, message)
}

type Failure = {
  attempts: number
  unknownSince: Instant | null
  lastError: string
  /** The recipient no longer exists, so the message is not retried. */
  isFinal?: boolean
}

function statusAfter(row: OutboxRow, next: Instant | null): 'pending' | 'parked' | 'failed' {
  if (next !== null) return 'pending'
  return isParkable(row) ? 'parked' : 'failed'
}

/** Records an attempt without proof of acceptance: the message is retried later, parked for staff, or given up. */
async function storeFailure({ env, db, now }: Delivery, row: OutboxRow, failure: Failure): Promise<void> {
  const { attempts, unknownSince: sendingAt, lastError } = failure
  const next = failure.isFinal ? null : nextAttemptAt({ channel: row.channel, sendingAt, attempts }, now)
  const isParked = next === null && isParkable(row)
  log(env, isParked ? 'error' : 'warn', 'message-not-sent', { outboxId: row.id, attempts, error: lastError })
  await db
    .update(outbox)
    .set({
      attempts,
      sendingAt,
      lastError: cutText(lastError, MAX_DELIVERY_ERROR),
      status: statusAfter(row, next),
      nextAttemptAt: next ?? row.nextAttemptAt,
    })
    .where(isStillClaimed(row))
  // A failing notification must not delay the other messages.
  if (isParked) await notifyQueues(env, 'messages').catch(() => undefined)
}

async function deliver(delivery: Delivery, row: OutboxRow, unknownSince: Instant | null): Promise<void> {
  const { db, now } = delivery
  if (!mayBeSent({ channel: row.channel, sendingAt: unknownSince }, now))
    return storeFailure(delivery, row, { attempts: row.attempts - 1, unknownSince, lastError: INTERRUPTED })
  let providerId: string
  try {
    providerId = await send(delivery, row)
  } catch (error) {
    const failure = { attempts: row.attempts, lastError: String(error), isFinal: error instanceof PushGone }
    const isUnproven = error instanceof MessageUnproven
    return storeFailure(delivery, row, { ...failure, unknownSince: isUnproven ? row.sendingAt : unknownSince })
  }
  // A proof of acceptance overrides any state that was stored meanwhile.
  await db.update(outbox).set({ status: 'sent', sentAt: now, sendingAt: null, providerId }).where(eq(outbox.id, row.id))
}

/** A message whose row cannot be updated delays no other; it stays marked as possibly sent. */
const deliverOrLog = (delivery: Delivery, row: OutboxRow, unknownSince: Instant | null): Promise<void> =>
  deliver(delivery, row, unknownSince).catch((error) =>
    log(delivery.env, 'error', 'message-outcome-not-stored', { outboxId: row.id, error: String(error) }),
  )

/**
 * Claims per channel in one run, of two messages each. A message takes at most four of the thousand subrequests that the
 * platform allows a run, including those to the database, and the notices of a run take up to 21.
 */
const CLAIMS = 40

/**
 * Sends the claimed messages of a channel, then the others that are due. A claim of fewer messages than `AT_ONCE` was the
 * last one: messages written meanwhile have their own wake-up. Returns whether nothing is due any more. `clock` advances
 * during the delivery, so that the claims of a long delivery are not mistaken for interrupted ones.
 */
async function deliverChannel(
  env: Env,
  db: Db,
  channel: Channel,
  first: readonly Claimed[],
  clock: () => Instant,
): Promise<boolean> {
  let claimed = first
  for (let claim = 1; ; claim++) {
    await Promise.all(
      claimed.map(({ row, unknownSince }) => deliverOrLog({ env, db, now: clock() }, row, unknownSince)),
    )
    if (claimed.length < AT_ONCE) return true
    if (claim === CLAIMS) return false
    claimed = await claimDue(db, [channel], clock())
  }
}

/**
 * Turns notices and mailings that are due into messages, and sends a limited number of due messages (docs/rules/messages.md 1.1, 1.6, 3.4);
 * the queue starts another run for the rest. A failed message is retried later and delays no other; a slow provider does not
 * delay the others' messages.
 */
export async function deliverMessages(env: Env, db: Db, now: Instant): Promise<void> {
  const begun = readTimer()
  const clock = () => now + Math.round(readTimer() - begun)
  await storeDueNotices(env, db, now)
  const areMailingsStored = await storeDueMailings(env, db, now)
  const claimed = Map.groupBy(await claimDue(db, CHANNELS, now), ({ row }) => row.channel)
  const areEmpty = await Promise.all(
    CHANNELS.map((channel) => deliverChannel(env, db, channel, claimed.get(channel) ?? [], clock)),
  )
  if (areEmpty.includes(false) || !areMailingsStored) await triggerDelivery(env)
}
