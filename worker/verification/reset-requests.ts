import { and, gt, gte, lt } from 'drizzle-orm'
import type { Db } from '#db/client'
import { throttles } from '#db/schema/throttles'
import { type Instant, minutes } from '#domain/cairo'
import { CODE_VALIDITY_MINUTES } from '#domain/verification/codes'

/**
 * From where codes for a new password were asked. A code that comes without an e-mail (the call's older form) is looked
 * for among these only: by its five digits alone it would open whichever account happens to have it.
 */
const prefixOf = (ip: string): string => `reset from ${ip} `
const VALIDITY = minutes(CODE_VALIDITY_MINUTES)
/** Many people share an address; a guess is compared with no more codes than this. */
const REMEMBERED = 20

/** The statement that remembers where a code was asked from. */
export function rememberStatement(db: Db, ip: string, userId: number, now: Instant) {
  const fresh = { count: 1, resetsAt: now + VALIDITY }
  return db
    .insert(throttles)
    .values({ key: `${prefixOf(ip)}${userId}`, ...fresh })
    .onConflictDoUpdate({ target: throttles.key, set: fresh })
}

/** The accounts for which this address has asked for codes that still live. */
export async function askedFrom(db: Db, ip: string, now: Instant): Promise<number[]> {
  const prefix = prefixOf(ip)
  const rows = await db
    .select({ key: throttles.key })
    .from(throttles)
    .where(and(gte(throttles.key, prefix), lt(throttles.key, `${prefix}:`), gt(throttles.resetsAt, now)))
    .limit(REMEMBERED)
  return rows.map((row) => Number(row.key.slice(prefix.length)))
}
