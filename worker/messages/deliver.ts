import { eq } from 'drizzle-orm'
import type { Db } from '#db/client'
import { outbox } from '#db/schema/outbox'
import { type Instant, minutes } from '#domain/cairo'
import type { Env } from '../env.ts'
import { log } from '../http/logs.ts'
import { notifyQueues } from '../live/staff-queues.ts'
import { sendEmail } from '../outside/email/resend.ts'
import { sendWhatsApp } from '../outside/whatsapp/graph.ts'
import type { Message } from './message.ts'
import { claimDue, type OutboxRow } from './outbox.ts'

/** After this many attempts a message is parked for staff. */
const MAX_ATTEMPTS = 6
/** Of an error's text, as much is kept for staff. */
const MAX_ERROR = 300
/** 1, 2, 4 … minutes between attempts. */
const retryDelay = (attempts: number) => minutes(2 ** (attempts - 1))

async function send(env: Env, row: OutboxRow): Promise<void> {
  const message = { channel: row.channel, to: row.to, template: row.template, params: row.params } as Message
  if (message.channel === 'email') await sendEmail(env, message, `outbox-${row.id}`)
  else await sendWhatsApp(env, message)
}

async function deliver(env: Env, db: Db, row: OutboxRow, now: Instant): Promise<void> {
  const isRow = eq(outbox.id, row.id)
  try {
    await send(env, row)
    await db.update(outbox).set({ status: 'sent', sentAt: now }).where(isRow)
  } catch (error) {
    const isLast = row.attempts >= MAX_ATTEMPTS
    log(env, isLast ? 'error' : 'warn', 'message-not-sent', {
      outboxId: row.id,
      attempts: row.attempts,
      error: String(error),
    })
    await db
      .update(outbox)
      .set({
        lastError: String(error).slice(0, MAX_ERROR),
        ...(isLast ? { status: 'parked' as const } : { nextAttemptAt: now + retryDelay(row.attempts) }),
      })
      .where(isRow)
    // A party that does not answer must not keep the other messages back.
    if (isLast) await notifyQueues(env, 'messages').catch(() => undefined)
  }
}

/** Sends every message that is due. One that fails is retried later and delays no other. */
export async function deliverMessages(env: Env, db: Db, now: Instant): Promise<void> {
  for (let rows = await claimDue(db, now); rows.length > 0; rows = await claimDue(db, now))
    await Promise.all(rows.map((row) => deliver(env, db, row, now)))
}
