import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { throttles } from '#db/schema/throttles'
import { hours, type Instant, minutes } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { CODE_VALIDITY_MINUTES } from '#domain/verification/codes'
import { MAX_TRIES } from './store.ts'

/**
 * A code that was asked for an address which nobody has. It cannot be guessed, is mailed to nobody, and otherwise lives and
 * dies as a real one does, so that neither the answers nor the work behind them tell who has an account here.
 */
const keyOf = (email: string): string => `decoy ${email}`
const VALIDITY = minutes(CODE_VALIDITY_MINUTES)
/** As long as a real code that ran out can still be answered as such. */
const KEPT = hours(48)

/** The statement that makes a fresh one. */
export function decoyStatement(db: Db, email: string, now: Instant) {
  const fresh = { count: 0, resetsAt: now + VALIDITY + KEPT }
  return db
    .insert(throttles)
    .values({ key: keyOf(email), ...fresh })
    .onConflictDoUpdate({ target: throttles.key, set: fresh })
}

/**
 * What a code presented for such an address is answered.
 * @throws DomainError `invalid-verification-code`, `expired-verification-code`, as `ownerOfCode` does.
 */
export async function refuseDecoy(db: Db, email: string, now: Instant): Promise<never> {
  const ofAddress = eq(throttles.key, keyOf(email))
  const [decoy] = await db
    .update(throttles)
    .set({ count: sql`${throttles.count} + 1` })
    .where(ofAddress)
    .returning()
  const isDead = decoy !== undefined && (decoy.resetsAt - KEPT <= now || decoy.count > MAX_TRIES)
  if (isDead) await db.delete(throttles).where(ofAddress)
  throw new DomainError(isDead ? 'expired-verification-code' : 'invalid-verification-code')
}
