import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { idempotencyKeys } from '#db/schema/idempotency'
import type { Instant } from '#domain/cairo'

/** A claimed `Idempotency-Key`; `token` identifies the request that holds it. */
export type Claim = { scope: string; key: string; token: string }

/** What `completionStatements` needs of a request; an act passes its `ctx`. */
export type Claiming = { db: Db; now: Instant; claim: Claim | null }

/** Selects the row of a key while this request holds it. */
export const isClaimedBy = ({ scope, key, token }: Claim) =>
  and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key), eq(idempotencyKeys.claim, token))

/**
 * The id of what the act creates. `justInserted`: the row id of the preceding statement; null for an act whose answer names
 * no record.
 */
export type CreatedId = string | number | SQL | 'justInserted' | null

const createdIdText = (made: CreatedId) =>
  made === 'justInserted'
    ? sql`CAST(last_insert_rowid() AS TEXT)`
    : made === null
      ? sql`''`
      : sql`CAST(${made} AS TEXT)`

const TAKEN = 'key-taken-over'

/**
 * The statements that mark the request's key as completed, for the batch in which a creating act first writes: the key is
 * completed if and only if the act takes effect, even if the request is interrupted afterwards (docs/rules/api.md 6.1). A
 * repeat whose answer was not stored is answered from `made` by the call's `recall`. They fail the batch of a request whose
 * key another request has taken over, so that only one of the two acts. Empty for a request without a key.
 */
export function completionStatements({ db, now, claim }: Claiming, made: CreatedId): Statement[] {
  if (!claim) return []
  const isOpen = and(isClaimedBy(claim), isNull(idempotencyKeys.completedAt))
  const isTaken = sql`NOT EXISTS (SELECT 1 FROM ${idempotencyKeys} WHERE ${isOpen})`
  return [
    // As in `refuseIf`: an error that acts do not mistake for a broken constraint of their own.
    db.select({ stopped: sql`CASE WHEN ${isTaken} THEN json_extract('{}', ${TAKEN}) END` }).from(sql`(SELECT 1)`),
    db
      .update(idempotencyKeys)
      .set({ made: createdIdText(made), completedAt: now })
      .where(isOpen),
  ]
}
