import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { throttles } from '#db/schema/throttles'
import type { Instant } from '#domain/cairo'
import { type Attempts, delayMs, GUESS_THROTTLE, type ThrottlePolicy, withAttempt } from '#domain/throttle'
import { TooManyRequests } from './limits.ts'

/** Each round that this loses was won by another try at the same door; nobody knocks so often at once. */
const ROUNDS = 30

type Row = typeof throttles.$inferSelect

const seconds = (ms: number): number => Math.ceil(ms / 1000)

/** Writes the tries unless another request has counted meanwhile. */
async function count(
  db: Db,
  key: string,
  read: Row | undefined,
  next: Attempts,
  pace: ThrottlePolicy,
): Promise<boolean> {
  const fresh = { count: next.count, resetsAt: next.lastAt + pace.resetAfterMs }
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
 * Counts a guess before it is compared, so that guesses at the same moment are not worth more than one by one. Call
 * `forgive` when it was right.
 * @throws TooManyRequests when it comes too soon after wrong ones.
 */
export async function takeTry(db: Db, key: string, now: Instant, pace: ThrottlePolicy = GUESS_THROTTLE): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const [read] = await db.select().from(throttles).where(eq(throttles.key, key))
    const tries = read ? { count: read.count, lastAt: read.resetsAt - pace.resetAfterMs } : null
    const next = withAttempt(tries, now, pace)
    if (!next) throw new TooManyRequests(tries ? seconds(tries.lastAt + delayMs(tries.count, pace) - now) : 1)
    if (await count(db, key, read, next, pace)) return
  }
  throw new TooManyRequests(1)
}

/** The statement that forgets the tries behind a right guess. */
export const forgive = (db: Db, key: string) => db.delete(throttles).where(eq(throttles.key, key))

/** So many uses in so long a window. */
export type Allowance = { uses: number; windowMs: number }

/**
 * Counts one use exactly, where the platform's approximate windows do not do.
 * @throws TooManyRequests past the allowance, until its window ends.
 */
export async function spendExactly(db: Db, key: string, { uses, windowMs }: Allowance, now: Instant): Promise<void> {
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
