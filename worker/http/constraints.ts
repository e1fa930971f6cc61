import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { DomainError, type ErrorCode } from '#domain/errors'

/** What the database refused: a guard's own code, or the columns of a key. Null when it was not a guard that spoke. */
export type Refusal = { code: string } | { key: string }

const messages = (error: unknown): string[] => (error instanceof Error ? [error.message, ...messages(error.cause)] : [])

/** Reads D1's words for a broken guard (`D1_ERROR: <words>: SQLITE_CONSTRAINT …`). */
export function refusalIn(error: unknown): Refusal | null {
  for (const message of messages(error)) {
    if (/malformed JSON|FOREIGN KEY constraint failed/.test(message)) return { code: 'changed-meanwhile' }
    const key = /UNIQUE constraint failed: ([\w., ]+?)(?::|$)/.exec(message)?.[1]
    if (key) return { key }
    const code = /D1_ERROR: ([a-z-]+): SQLITE_CONSTRAINT/.exec(message)?.[1]
    if (code) return { code }
  }
  return null
}

/**
 * A statement that stops its batch when `condition` holds: the facts that the act decided on have changed since it read
 * them. SQLite has no bare assertion outside triggers, but reading text that is no JSON fails like one.
 */
export const stopIf = (db: Db, condition: SQL) =>
  db.select({ stopped: sql`CASE WHEN ${condition} THEN json('changed') END` }).from(sql`(SELECT 1)`)

const TRIES = 6

/**
 * Decides and writes. When a guard of the database speaks, somebody was faster: what is true now is read and decided
 * anew, so that the answer is the rule's own.
 * @throws DomainError whatever `decide` refuses with; `otherwise` when somebody was faster every time.
 */
export async function decideAndWrite<Decision, Written>(
  decide: () => Promise<Decision>,
  write: (decision: Decision) => Promise<Written>,
  otherwise: ErrorCode,
): Promise<{ decision: Decision; written: Written }> {
  for (let tries = 0; tries < TRIES; tries++) {
    const decision = await decide()
    try {
      return { decision, written: await write(decision) }
    } catch (error) {
      if (!refusalIn(error)) throw error
    }
  }
  throw new DomainError(otherwise)
}
