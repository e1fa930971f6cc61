import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { throttles } from '#db/schema/throttles'
import { hours, type Instant, minutes } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { CODE_VALIDITY_MINUTES } from '#domain/verification/codes'
import { MAX_ATTEMPTS } from './store.ts'

/**
 * A decoy stands for a code that was requested for an address without an account. No guess matches it and nothing is mailed;
 * it expires and counts attempts as a real code does, so that neither answers nor their timing reveal who has an account.
 */
const keyOf = (email: string): string => `decoy ${email}`
const VALIDITY = minutes(CODE_VALIDITY_MINUTES)
/** For this long after its expiry a real code, and so a decoy, is answered as expired rather than as wrong. */
const RETENTION = hours(48)

/** The statement that stores a new decoy, replacing an older one of the address. */
export function decoyStatement(db: Db, email: string, now: Instant) {
  const fresh = { count: 0, resetsAt: now + VALIDITY + RETENTION }
  return db
    .insert(throttles)
    .values({ key: keyOf(email), ...fresh })
    .onConflictDoUpdate({ target: throttles.key, set: fresh })
}

/**
 * Refuses a code for an address without an account.
 * @throws DomainError `invalid-verification-code`, `expired-verification-code`, as `ownerOfCode` does.
 */
export async function refuseDecoy(db: Db, email: string, now: Instant): Promise<never> {
  const ofAddress = eq(throttles.key, keyOf(email))
  const [decoy] = await db
    .update(throttles)
    .set({ count: sql`${throttles.count} + 1` })
    .where(ofAddress)
    .returning()
  const isExpired = decoy !== undefined && (decoy.resetsAt - RETENTION <= now || decoy.count > MAX_ATTEMPTS)
  if (isExpired) await db.delete(throttles).where(ofAddress)
  throw new DomainError(isExpired ? 'expired-verification-code' : 'invalid-verification-code')
}
