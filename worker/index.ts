import { openDb } from '#db/client'
import { app } from './app.ts'
import type { Env } from './env.ts'
import { readClock } from './http/clock.ts'
import { runJob } from './jobs/schedule.ts'
import { deliverMessages } from './messages/deliver.ts'

export { BroadcastParty } from '../party/broadcast.ts'
export { UserParty } from '../party/user.ts'

export default {
  fetch: app.fetch,
  scheduled: ({ cron }, env) => runJob(cron, env, openDb(env.DB), readClock()),
  /** A wake-up says only that there is mail; what is due is read from the outbox. */
  queue: (_batch, env) => deliverMessages(env, openDb(env.DB), readClock()),
} satisfies ExportedHandler<Env>
