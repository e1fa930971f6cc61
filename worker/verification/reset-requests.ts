import { and, gt, gte, lt } from 'drizzle-orm'
import type { Db } from '#db/client'
import { throttles } from '#db/schema/throttles'
import { type Instant, minutes } from '#domain/cairo'
import { CODE_VALIDITY_MINUTES } from '#domain/verification/codes'

/**
 * The addresses from which codes for a new password were requested. A code without an e-mail (the call's older form) is
 * compared only with the codes requested from the same address: among all codes, five digits would match somebody's.
 */
const prefixOf = (ip: string): string => `reset from ${ip} `
const VALIDITY = minutes(CODE_VALIDITY_MINUTES)
/** Many people share an address: a guess is compared with this many codes at most. */
const MAX_CANDIDATES = 20

/** The statement that records from which address a code was requested. */
export function recordRequestStatement(db: Db, ip: string, userId: number, now: Instant) {
  const fresh = { count: 1, resetsAt: now + VALIDITY }
  return db
    .insert(throttles)
    .values({ key: `${prefixOf(ip)}${userId}`, ...fresh })
    .onConflictDoUpdate({ target: throttles.key, set: fresh })
}

/** The accounts for which this address has requested codes that are still valid. */
export async function accountsRequestedFrom(db: Db, ip: string, now: Instant): Promise<number[]> {
  const prefix = prefixOf(ip)
  const rows = await db
    .select({ key: throttles.key })
    .from(throttles)
    .where(and(gte(throttles.key, prefix), lt(throttles.key, `${prefix}:`), gt(throttles.resetsAt, now)))
    .limit(MAX_CANDIDATES)
  return rows.map((row) => Number(row.key.slice(prefix.length)))
}
