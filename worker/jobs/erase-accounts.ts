import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { erasures } from '#db/schema/erasures'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { obstaclesOf } from '#domain/privacy/erasure'
import type { Env } from '../env.ts'
import { log } from '../http/logs.ts'
import { erase } from '../privacy/erase.ts'
import { openMatters } from '../privacy/erasure.ts'
import { clearDoneMails } from '../privacy/erasure-messages.ts'

/** Accounts that one night erases, and looks at for it; the next erases more. */
const AT_ONCE = 50
const LOOKED_AT = 1000

/**
 * Erases the accounts whose people have not changed their minds in 14 days, those that wait longest first (docs/rules/privacy.md 4.5).
 * One of which something is still open waits for it to end, and one that fails is continued by the next night. The confirmation
 * mails of earlier ones are deleted with their addresses.
 */
export async function eraseAccounts(
  env: Env,
  db: Db,
  now: Instant,
): Promise<{ erased: number; waiting: number; failed: number }> {
  await clearDoneMails(db, now)
  const due = await db
    .select({ erasure: erasures, id: users.id, role: users.role })
    .from(erasures)
    .innerJoin(users, eq(users.id, erasures.userId))
    // Literals as in the partial index `erasures_due`.
    .where(and(lte(erasures.due, now), sql`${erasures.stoppedAt} IS NULL AND ${erasures.doneAt} IS NULL`))
    .orderBy(asc(erasures.due))
    .limit(LOOKED_AT)
  const done = { erased: 0, waiting: 0, failed: 0 }
  for (const { erasure, id, role } of due) {
    if (done.erased + done.failed >= AT_ONCE) break
    try {
      const isBegun = erasure.startedAt !== null
      if (!isBegun && obstaclesOf(await openMatters(db, { id, role }, now)).length > 0) {
        done.waiting++
        continue
      }
      await erase({ env, db, now }, erasure, { id, role })
      done.erased++
    } catch (error) {
      done.failed++
      log(env, 'error', 'erasure-failed', { id: erasure.id, error: String(error) })
    }
  }
  return done
}
