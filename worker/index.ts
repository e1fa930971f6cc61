import { openDb } from '#db/client'
import type { QueueMessage } from '../party/stubs.ts'
import { app } from './app.ts'
import type { Env } from './env.ts'
import { readClock } from './http/clock.ts'
import { processWakeUps } from './jobs/process-wake-ups.ts'
import { runJob } from './jobs/schedule.ts'

export { BroadcastParty } from '../party/broadcast.ts'
export { ChatParty } from '../party/chat.ts'
export { SessionParty } from '../party/session.ts'
export { StatsParty } from '../party/stats.ts'
export { UserParty } from '../party/user.ts'

export default {
  fetch: app.fetch,
  scheduled: ({ cron }, env) => runJob(cron, env, openDb(env.DB), readClock()),
  queue: ({ messages }, env) =>
    processWakeUps(
      messages.map(({ body }) => body),
      env,
      openDb(env.DB),
      readClock(),
    ),
} satisfies ExportedHandler<Env, QueueMessage>
