import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { Call } from '#contract/call'
import type { Db } from '#db/client'
import { idempotencyKeys } from '#db/schema/idempotency'
import { type Instant, minutes } from '#domain/cairo'
import { DomainError, type ErrorCode, errorStatus } from '#domain/errors'
import type { AppEnv, Sent } from './app-env.ts'

const MAX_KEY = 255
/** How long a repeat waits for the first request that is still at work. */
const PATIENCE = { tries: 20, everyMs: 150 }
/** A request that has not finished by now never will: its isolate is gone. */
const ABANDONED = minutes(1)
/** Refusals of the moment: the same request is welcome later. */
const PASSING: readonly ErrorCode[] = ['too-many-requests', 'service-unavailable']

type Kept = typeof idempotencyKeys.$inferSelect

async function digest(sent: BufferSource): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', sent)
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
}

/** Of the body's text and its files: of small ones their bytes, of those that are stored already their size. */
async function fingerprint({ text, files }: Sent): Promise<string> {
  const told = [...files].map(async ([name, file]) => [
    name,
    file instanceof File ? await digest(await file.arrayBuffer()) : file.bytes,
  ])
  const whole = files.size === 0 ? text : JSON.stringify([text, await Promise.all(told)])
  return digest(new TextEncoder().encode(whole))
}

const replay = (kept: Kept) =>
  new Response(kept.body || null, {
    status: kept.status ?? 200,
    headers: { ...(kept.body ? { 'content-type': 'application/json' } : {}), 'idempotency-replayed': 'true' },
  })

async function awaitFirst(db: Db, mine: SQL | undefined): Promise<Response> {
  for (let tries = 0; tries < PATIENCE.tries; tries++) {
    const [kept] = await db.select().from(idempotencyKeys).where(mine)
    if (!kept) break
    if (kept.completedAt !== null) return replay(kept)
    await scheduler.wait(PATIENCE.everyMs)
  }
  throw new DomainError('illegal', 'Idempotency-Key: the first request under this key has not finished; try again')
}

type Claim = Pick<Kept, 'scope' | 'key' | 'call' | 'bodyHash'>

/** Whether the key is this request's to use: nobody had it, or whoever had it was cut off. */
async function claim(db: Db, wanted: Claim, now: Instant): Promise<boolean> {
  const claimed = await db
    .insert(idempotencyKeys)
    .values({ ...wanted, createdAt: now })
    .onConflictDoUpdate({
      target: [idempotencyKeys.scope, idempotencyKeys.key],
      set: { call: wanted.call, bodyHash: wanted.bodyHash, createdAt: now },
      setWhere: sql`${idempotencyKeys.completedAt} IS NULL AND ${idempotencyKeys.createdAt} < ${now - ABANDONED}`,
    })
    .returning({ key: idempotencyKeys.key })
  return claimed.length > 0
}

const keepable = (error: unknown): error is DomainError => error instanceof DomainError && !PASSING.includes(error.code)

/** Runs the call and keeps its answer or refusal for the repeats. */
async function runAndKeep(db: Db, mine: SQL | undefined, now: Instant, run: () => Promise<Response>) {
  const keep = (status: number, body: string) =>
    db.update(idempotencyKeys).set({ status, body, completedAt: now }).where(mine)
  try {
    const answer = await run()
    await keep(answer.status, await answer.clone().text())
    return answer
  } catch (error) {
    if (keepable(error))
      await keep(errorStatus(error.code), JSON.stringify({ code: error.code, message: error.message }))
    else await db.delete(idempotencyKeys).where(and(mine, isNull(idempotencyKeys.completedAt)))
    throw error
  }
}

/**
 * Runs a creating call once under its `Idempotency-Key`: a repeat gets the first answer, a repeat that comes while the
 * first is at work waits for it, and another body under the same key is refused. Keys belong to the account that sent
 * them. A failure of our own is forgotten, so that it can be tried again.
 * @throws DomainError `bad-request` for an unusable key, `illegal` for a key that was used for something else.
 */
export async function once(
  c: Context<AppEnv>,
  contract: Call,
  sent: Sent,
  run: () => Promise<Response>,
): Promise<Response> {
  const key = c.req.header('idempotency-key')
  if (key === undefined) return run()
  if (key === '' || key.length > MAX_KEY)
    throw new DomainError('bad-request', `Idempotency-Key: 1 to ${MAX_KEY} characters`)
  const { db, actor, now } = c.var
  const scope = actor ? `user:${actor.id}` : `anonymous:${c.req.header('cf-connecting-ip') ?? ''}`
  const wanted = { scope, key, call: contract.may, bodyHash: await fingerprint(sent) }
  const mine = and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key))
  if (await claim(db, wanted, now)) {
    const work = runAndKeep(db, mine, now, run)
    // A phone that loses its line asks again under the same key: what it began is finished and kept meanwhile.
    c.executionCtx.waitUntil(work.catch(() => undefined))
    return work
  }
  const [first] = await db.select().from(idempotencyKeys).where(mine)
  if (first && (first.call !== wanted.call || first.bodyHash !== wanted.bodyHash))
    throw new DomainError('illegal', 'Idempotency-Key: already used for another request')
  return awaitFirst(db, mine)
}
