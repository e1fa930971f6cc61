import type { Db } from '#db/client'
import type { Instant } from '#domain/cairo'
import type { Wake } from '../../party/stubs.ts'
import type { Env } from '../env.ts'
import { deliverMessages } from '../messages/deliver.ts'
import { sendReminders } from './send-reminders.ts'

/**
 * What the queue wakes the worker for. A wake-up says only where to look: what is due is read from the lessons and the
 * outbox, so that one that comes twice does nothing twice.
 */
export async function answerWakes(wakes: readonly Wake[], env: Env, db: Db, now: Instant): Promise<void> {
  const sessions = new Set(wakes.flatMap((one) => (one.wake === 'reminders' ? [one.sessionId] : [])))
  for (const sessionId of sessions) await sendReminders(env, db, now, sessionId)
  await deliverMessages(env, db, now)
}
