import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/batch'
import type { Db } from '#db/client'
import { DomainError, type ErrorCode } from '#domain/errors'

/** A broken constraint of the database: the code that a trigger raised, or the columns of a unique key. */
export type ConstraintViolation = { code: string } | { key: string }

const messages = (error: unknown): string[] => (error instanceof Error ? [error.message, ...messages(error.cause)] : [])

/** The constraint that D1's error message names (`D1_ERROR: <words>: SQLITE_CONSTRAINT …`); null for any other error. */
export function violationIn(error: unknown): ConstraintViolation | null {
  for (const message of messages(error)) {
    if (/path.*'changed: |FOREIGN KEY constraint failed/.test(message)) return { code: 'changed-meanwhile' }
    const key = /UNIQUE constraint failed: ([\w., ]+?)(?::|$)/.exec(message)?.[1]
    if (key) return { key }
    const code = /D1_ERROR: ([a-z-]+): SQLITE_CONSTRAINT/.exec(message)?.[1]
    if (code) return { code }
  }
  return null
}

/**
 * A statement that fails its batch when `condition` holds, that is when the rows that the act decided on have changed since
 * it read them. SQLite has no assertion outside triggers, so an invalid JSON path (without `$`) raises the error; its
 * message contains the path, which names the guard in logs and tests. `guard` is unique in the worker.
 */
export const abortIf = (db: Db, guard: string, condition: SQL) =>
  db
    .select({ stopped: sql`CASE WHEN ${condition} THEN json_extract('{}', ${`changed: ${guard}`}) END` })
    .from(sql`(SELECT 1)`)

/** The codes of `refuseIf`. */
const REFUSALS = ['version-conflict', 'unauthenticated'] as const

/**
 * As `abortIf`, for a condition whose answer is the same for every act: the error is none that `violationIn` knows, so that no
 * act mistakes it for a broken constraint of its own, and `rethrowRefusal` makes it the code.
 */
export const refuseIf = (db: Db, code: (typeof REFUSALS)[number], condition: SQL): Statement =>
  db
    .select({ stopped: sql`CASE WHEN ${condition} THEN json_extract('{}', ${sql.raw(`'${code}'`)}) END` })
    .from(sql`(SELECT 1)`)

/** Rethrows an act's error; the error of `refuseIf` becomes its code. */
export function rethrowRefusal(error: unknown): never {
  const [path] = messages(error).flatMap((message) => /D1_ERROR: .*path.*'([\w-]+)'/i.exec(message)?.[1] ?? [])
  const code = REFUSALS.find((refusal) => refusal === path)
  throw code ? new DomainError(code) : error
}

const MAX_ATTEMPTS = 6

/**
 * Optimistic concurrency: decides, then writes. A broken constraint means that a concurrent request has written first, so
 * `decide` reads and decides again, and the client gets the rule's refusal rather than the database's error. Other errors
 * are rethrown.
 * @throws DomainError what `decide` throws; `otherwise` when every attempt lost against a concurrent write; `guardian-required`
 * (docs/rules/privacy.md 6.2).
 */
export async function decideAndWrite<Decision, Written>(
  decide: () => Promise<Decision>,
  write: (decision: Decision) => Promise<Written>,
  otherwise: ErrorCode,
): Promise<{ decision: Decision; written: Written }> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const decision = await decide()
    try {
      return { decision, written: await write(decision) }
    } catch (error) {
      const violation = violationIn(error)
      if (!violation) throw error
      // The account of the caller is read once, with the request: deciding again would not see that its guardian has withdrawn.
      if ('code' in violation && violation.code === 'guardian-required') throw new DomainError('guardian-required')
    }
  }
  throw new DomainError(otherwise)
}

/** What is decided on: as read first, and how to read it again. */
export type DecisionRead<Read> = { first: Read; readAgain: () => Promise<Read> }

/** As `decideAndWrite`, on what has been read already, such as the rows that `reading` passes to its act. */
export function decideAndWriteFrom<Read, Decision, Written>(
  { first, readAgain }: DecisionRead<Read>,
  decide: (read: Read) => Decision | Promise<Decision>,
  write: (decision: Decision) => Promise<Written>,
  otherwise: ErrorCode,
): Promise<{ decision: Decision; written: Written }> {
  let read = async () => first
  const readAndDecide = async () => {
    const current = await read()
    read = readAgain
    return decide(current)
  }
  return decideAndWrite(readAndDecide, write, otherwise)
}
