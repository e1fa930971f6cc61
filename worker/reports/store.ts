import type { reports } from '#db/schema/reports'
import type { Instant } from '#domain/cairo'
import type { Env } from '../env.ts'
import { privateUrl } from '../files/store.ts'

type Row = typeof reports.$inferSelect

/** A report as admins see it, with signed addresses of its private files. */
export const reportView = async (env: Env, row: Row, now: Instant) => ({
  ...row,
  screenshot: await privateUrl(env, row.screenshot, now),
  log: await privateUrl(env, row.log, now),
})
