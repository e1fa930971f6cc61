import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { RunnableQuery } from 'drizzle-orm/runnable-query'
import type { Db } from '#db/client'
import { throttles } from '#db/schema/throttles'
import type { Instant } from '#domain/cairo'
import {
  type Attempts,
  delayMs,
  type FixedWindow,
  GUESS_THROTTLE,
  type ThrottlePolicy,
  withAttempt,
} from '#domain/throttle'
import { TooManyRequests } from './rate-limit.ts'

/** A retry means that a concurrent attempt under the same key was counted first; a person never makes this many at once. */
const MAX_RETRIES = 30

type Row = typeof throttles.$inferSelect

const seconds = (ms: number): number => Math.ceil(ms / 1000)

/** Stores the new count unless a concurrent request has changed the row since it was read; false when it has. */
async function count(
  db: Db,
  key: string,
  read: Row | undefined,
  next: Attempts,
  policy: ThrottlePolicy,
): Promise<boolean> {
  const fresh = { count: next.count, resetsAt: next.lastAt + policy.resetAfterMs }
  const written = read
    ? await db
        .update(throttles)
        .set(fresh)
        .where(and(eq(throttles.key, key), eq(throttles.count, read.count), eq(throttles.resetsAt, read.resetsAt)))
        .returning({ key: throttles.key })
    : await db
        .insert(throttles)
        .values({ key, ...fresh })
        .onConflictDoNothing()
        .returning({ key: throttles.key })
  return written.length > 0
}

/**
 * Counts an attempt under `key`. Callers count a guess before they compare it, so that parallel guesses are delayed as
 * serial ones are, and run `resetAttempts` after a correct one.
 * @throws TooManyRequests while the delay after the last attempt has not passed.
 */
export async function consumeAttempt(
  db: Db,
  key: string,
  now: Instant,
  policy: ThrottlePolicy = GUESS_THROTTLE,
): Promise<void> {
  for (let retry = 0; retry < MAX_RETRIES; retry++) {
    const [read] = await db.select().from(throttles).where(eq(throttles.key, key))
    const tries = read ? { count: read.count, lastAt: read.resetsAt - policy.resetAfterMs } : null
    const next = withAttempt(tries, now, policy)
    if (!next) throw new TooManyRequests(tries ? seconds(tries.lastAt + delayMs(tries.count, policy) - now) : 1)
    if (await count(db, key, read, next, policy)) return
  }
  throw new TooManyRequests(1)
}

/** The statement that deletes the counter of a key. */
export const resetAttempts = (db: Db, key: string) => db.delete(throttles).where(eq(throttles.key, key))

/**
 * The statement that counts one use of `key` in a fixed window, exactly. A window starts with its first use. The count does
 * not grow beyond `cap`.
 */
export function countingStatement(
  db: Db,
  key: string,
  { windowMs, cap }: { windowMs: number; cap: number },
  now: Instant,
) {
  const isOver = sql`${throttles.resetsAt} <= ${now}`
  const fresh = { count: 1, resetsAt: now + windowMs }
  const next = sql`MAX(${throttles.count}, MIN(${throttles.count} + 1, ${cap}))`
  return db
    .insert(throttles)
    .values({ key, ...fresh })
    .onConflictDoUpdate({
      target: throttles.key,
      set: {
        count: sql`CASE WHEN ${isOver} THEN 1 ELSE ${next} END`,
        resetsAt: sql`CASE WHEN ${isOver} THEN ${fresh.resetsAt} ELSE ${throttles.resetsAt} END`,
      },
    })
    .returning({ count: throttles.count, resetsAt: throttles.resetsAt })
}

/** Whether `key` has all uses of a window that has not ended: the condition of an `abortIf` before `countingStatement`. */
export const isSpent = (key: string, { uses }: FixedWindow, now: Instant): SQL =>
  sql`EXISTS (SELECT 1 FROM ${throttles}
    WHERE ${throttles.key} = ${key} AND ${throttles.resetsAt} > ${now} AND ${throttles.count} >= ${uses})`

/**
 * What an act throws for the broken constraint of a batch with `isSpent`: `TooManyRequests` until the window of `key` ends where it
 * is spent, else the error, which is that of another constraint.
 */
export async function windowRefusal(
  error: unknown,
  { db, now }: { db: Db; now: Instant },
  key: string,
  { uses }: FixedWindow,
): Promise<unknown> {
  const [row] = await db.select().from(throttles).where(eq(throttles.key, key))
  const isRefused = row !== undefined && row.count >= uses && row.resetsAt > now
  return isRefused ? new TooManyRequests(seconds(row.resetsAt - now)) : error
}

/** Counts one use of `key` as `countingStatement` does, and returns the number of uses in the window. */
export async function countUse(
  db: Db,
  key: string,
  window: { windowMs: number; cap: number },
  now: Instant,
): Promise<{ count: number; resetsAt: Instant }> {
  const [row] = await countingStatement(db, key, window, now)
  return row ?? { count: 1, resetsAt: now + window.windowMs }
}

/**
 * Counts one use of `key` in a fixed window.
 * @throws TooManyRequests past `uses`, until the window ends. A refused use is not counted.
 */
export async function consumeFixedWindow(
  db: Db,
  key: string,
  { uses, windowMs }: FixedWindow,
  now: Instant,
): Promise<void> {
  refuseSpent(await countUse(db, key, { windowMs, cap: uses + 1 }, now), { uses }, now)
}

/** The condition that the uses of `key`, which an earlier statement of the batch has counted, are not more than `uses`. */
export const isWithinUses = (key: string, uses: number): SQL =>
  sql`(SELECT ${throttles.count} FROM ${throttles} WHERE ${throttles.key} = ${key}) <= ${uses}`

/** @throws TooManyRequests where more than the uses of a window were counted, until it ends. */
export function refuseSpent(
  counted: { count: number; resetsAt: Instant } | undefined,
  { uses }: Pick<FixedWindow, 'uses'>,
  now: Instant,
): void {
  if (counted && counted.count > uses) throw new TooManyRequests(seconds(counted.resetsAt - now))
}

/**
 * As `consumeFixedWindow`, in one batch with another statement, which must write nothing above `uses`: `write` receives
 * that condition. Returns the rows of the other statement.
 * @throws TooManyRequests above `uses`, until the window ends.
 */
export async function consumeWith<Row>(
  { db, now }: { db: Db; now: Instant },
  key: string,
  { uses, windowMs }: FixedWindow,
  write: (isWithin: SQL) => RunnableQuery<Row[], 'sqlite'>,
): Promise<Row[]> {
  const [[counted], written] = await db.batch([
    countingStatement(db, key, { windowMs, cap: uses + 1 }, now),
    write(isWithinUses(key, uses)) as RunnableQuery<Row[], 'sqlite'>,
  ])
  refuseSpent(counted, { uses }, now)
  return written
}

/** The statement that takes one use of a window back, for a correct guess. */
export const uncountUse = (db: Db, key: string) =>
  db
    .update(throttles)
    .set({ count: sql`MAX(0, ${throttles.count} - 1)` })
    .where(eq(throttles.key, key))
