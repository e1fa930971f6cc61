import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { idempotencyKeys } from '#db/schema/idempotency'
import type { Instant } from '#domain/cairo'

/** The `Idempotency-Key` that a request acts under; `token` is the request's own. */
export type Claim = { scope: string; key: string; token: string }

/** What `completionStatements` needs of a request; an act passes its `at`. */
export type Claiming = { db: Db; now: Instant; claim: Claim | null }

/** The row of a key while this request holds it. */
export const isClaimedBy = ({ scope, key, token }: Claim) =>
  and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key), eq(idempotencyKeys.claim, token))

/** What the act has made, `justInserted` being the row of the statement before, null for an answer that names nothing. */
export type Made = string | number | SQL | 'justInserted' | null

const madeText = (made: Made) =>
  made === 'justInserted'
    ? sql`CAST(last_insert_rowid() AS TEXT)`
    : made === null
      ? sql`''`
      : sql`CAST(${made} AS TEXT)`

const TAKEN = 'key-taken-over'

/**
 * The statements that complete the request's key, for the batch in which a creating act first writes: the key is completed
 * exactly where the act took effect, whatever becomes of the request afterwards (docs/rules/api.md 6.1). A repeat of which the
 * answer was not stored is answered from `made`, as the call's `recall` does. They fail the batch of a request whose key was
 * taken over, so that the two never both act. None for a request without a key.
 */
export function completionStatements({ db, now, claim }: Claiming, made: Made): Statement[] {
  if (!claim) return []
  const isOpen = and(isClaimedBy(claim), isNull(idempotencyKeys.completedAt))
  const isTaken = sql`NOT EXISTS (SELECT 1 FROM ${idempotencyKeys} WHERE ${isOpen})`
  return [
    // As in `rowVersionStatement`: an error that no act takes for a broken constraint of its own.
    db.select({ stopped: sql`CASE WHEN ${isTaken} THEN json_extract('{}', ${TAKEN}) END` }).from(sql`(SELECT 1)`),
    db
      .update(idempotencyKeys)
      .set({ made: madeText(made), completedAt: now })
      .where(isOpen),
  ]
}
