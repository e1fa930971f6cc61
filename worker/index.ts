import { openDb } from '#db/client'
import type { QueueMessage } from '../party/stubs.ts'
import { app } from './app.ts'
import type { Env } from './env.ts'
import { readClock } from './http/clock.ts'
import { isUnderMaintenance } from './http/maintenance.ts'
import { processWakeUps } from './jobs/process-wake-ups.ts'
import { duringMaintenance, runJob } from './jobs/schedule.ts'

export { BroadcastParty } from '../party/broadcast.ts'
export { ChatParty } from '../party/chat.ts'
export { SessionParty } from '../party/session.ts'
export { StatsParty } from '../party/stats.ts'
export { UserParty } from '../party/user.ts'

/** Multiplied by the queue's `max_retries`, this is longer than maintenance takes. */
const QUEUE_WAIT_SECONDS = 1800

export default {
  fetch: app.fetch,
  // The next run after the maintenance does what was skipped (docs/rules/api.md 9.2).
  scheduled: async ({ cron }, env) => {
    if (!isUnderMaintenance(env) || duringMaintenance.includes(cron))
      await runJob(cron, env, openDb(env.DB), readClock())
  },
  queue: async (batch, env) => {
    if (isUnderMaintenance(env)) return batch.retryAll({ delaySeconds: QUEUE_WAIT_SECONDS })
    const wakeUps = batch.messages.map(({ body }) => body)
    await processWakeUps(wakeUps, env, openDb(env.DB), readClock())
  },
} satisfies ExportedHandler<Env, QueueMessage>
