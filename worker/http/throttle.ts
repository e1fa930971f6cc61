import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { throttles } from '#db/schema/throttles'
import type { Instant } from '#domain/cairo'
import { type Attempts, delayMs, GUESS_THROTTLE, type ThrottlePolicy, withAttempt } from '#domain/throttle'
import { TooManyRequests } from './rate-limit.ts'

/** A retry means that a concurrent attempt under the same key was counted first; a person never makes so many at once. */
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
 * Counts an attempt under `key`. Callers count a guess before they compare it, so that parallel guesses are slowed down as
 * serial ones are, and run `resetAttempts` when it was right.
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

/** The statement that deletes the count of a key. */
export const resetAttempts = (db: Db, key: string) => db.delete(throttles).where(eq(throttles.key, key))

/** `uses` per window; a window starts with its first use. */
export type FixedWindow = { uses: number; windowMs: number }

/**
 * Counts one use of `key` in a fixed window, in one statement and therefore exactly.
 * @throws TooManyRequests past `uses`, until the window ends.
 */
export async function consumeFixedWindow(
  db: Db,
  key: string,
  { uses, windowMs }: FixedWindow,
  now: Instant,
): Promise<void> {
  const isOver = sql`${throttles.resetsAt} <= ${now}`
  const [row] = await db
    .insert(throttles)
    .values({ key, count: 1, resetsAt: now + windowMs })
    .onConflictDoUpdate({
      target: throttles.key,
      set: {
        count: sql`CASE WHEN ${isOver} THEN 1 ELSE ${throttles.count} + 1 END`,
        resetsAt: sql`CASE WHEN ${isOver} THEN ${now + windowMs} ELSE ${throttles.resetsAt} END`,
      },
    })
    .returning({ count: throttles.count, resetsAt: throttles.resetsAt })
  if (row && row.count > uses) throw new TooManyRequests(seconds(row.resetsAt - now))
}
