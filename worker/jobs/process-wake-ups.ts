import type { Db } from '#db/client'
import type { Instant } from '#domain/cairo'
import type { QueueMessage } from '../../party/stubs.ts'
import type { Env } from '../env.ts'
import { deliverMessages } from '../messages/deliver.ts'
import { sendFallbacks } from '../messages/fallbacks.ts'
import { notifyOfMissedMessages } from '../messages/missed-messages.ts'
import { closeRoom } from '../outside/livekit/rooms.ts'
import { moveOffersOn } from './offer-times.ts'
import { sendReminders } from './send-reminders.ts'

/**
 * Processes messages of the queue. A wake-up only says where to look: what is due is read from the lessons and the outbox,
 * so a wake-up that is delivered twice has no second effect.
 */
export async function processWakeUps(wakes: readonly QueueMessage[], env: Env, db: Db, now: Instant): Promise<void> {
  for (const sessionId of sessionsOf(wakes, 'reminders')) await sendReminders(env, db, now, sessionId)
  await notifyOfMissedMessages(
    db,
    wakes.flatMap((one) => (one.wake === 'missed-message' ? [one.missed] : [])),
    now,
  )
  if (wakes.some(({ wake }) => wake === 'fallbacks')) await sendFallbacks(env, db, now)
  if (wakes.some(({ wake }) => wake === 'offers')) await moveOffersOn(env, db, now)
  await deliverMessages(env, db, now)
  const { LIVEKIT_URL: url, LIVEKIT_API_KEY: key, LIVEKIT_API_SECRET: secret } = env
  if (!url || !key || !secret) return
  for (const sessionId of sessionsOf(wakes, 'session-over')) await closeRoom({ url, key, secret }, sessionId)
}

const sessionsOf = (wakes: readonly QueueMessage[], wake: 'reminders' | 'session-over') =>
  new Set(wakes.flatMap((one) => (one.wake === wake ? [one.sessionId] : [])))
