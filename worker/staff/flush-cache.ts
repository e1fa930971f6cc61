import type { flushCache } from '#contract/cache'
import type { Act } from '../http/bind.ts'
import { notifyTutorsChanged } from '../live/tutors.ts'
import { touchAllTutors } from '../tutors/store.ts'
import { auditStatements } from './audit-store.ts'

/** Makes every isolate reload its cache of tutors; presence is not affected (docs/rules/tutors.md 2.6). */
export const flush: Act<typeof flushCache> = async (ctx) => {
  const { db, env, after } = ctx
  await db.batch([touchAllTutors(db), ...auditStatements(ctx, { act: 'cache.flush', kind: 'cache', id: null })])
  after(notifyTutorsChanged(env))
  return undefined
}
