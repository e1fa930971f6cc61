import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { Call } from '#contract/call'
import type { Db } from '#db/client'
import { idempotencyKeys } from '#db/schema/idempotency'
import { type Instant, minutes } from '#domain/cairo'
import { DomainError, type ErrorCode, errorStatus } from '#domain/errors'
import type { Env } from '../env.ts'
import type { AppEnv, Sent } from './app-env.ts'
import { decryptAnswer, encryptAnswer, keyedHash } from './encryption.ts'

const MAX_KEY_LENGTH = 255
/** How long a repeat waits for the first request, while that is still being processed. */
const WAIT = { polls: 20, intervalMs: 150 }
/** A request that has not finished after this long never will: its isolate is gone, and its key may be claimed again. */
const ABANDONED_AFTER_MS = minutes(1)
/** Refusals that are not stored: the same request may succeed later. */
const TRANSIENT: readonly ErrorCode[] = ['too-many-requests', 'service-unavailable']

type StoredAnswer = typeof idempotencyKeys.$inferSelect

async function digest(sent: BufferSource): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', sent)
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
}

/** Of the body's text and its files: of small ones their bytes, of those that are stored already their size. */
async function fingerprint(env: Env, { text, files }: Sent): Promise<string> {
  const fileParts = [...files].map(async ([name, file]) => [
    name,
    file instanceof File ? await digest(await file.arrayBuffer()) : file.bytes,
  ])
  const whole = files.size === 0 ? text : JSON.stringify([text, await Promise.all(fileParts)])
  // Keyed: a request may hold a password, which a plain hash would let be guessed.
  return keyedHash(env, 'repeatable-request', whole)
}

async function replay(env: Env, stored: StoredAnswer): Promise<Response> {
  const body = stored.body ? await decryptAnswer(env, stored.scope, stored.body) : null
  return new Response(body, {
    status: stored.status ?? 200,
    headers: { ...(body === null ? {} : { 'content-type': 'application/json' }), 'idempotency-replayed': 'true' },
  })
}

async function waitForFirst(env: Env, db: Db, ownKey: SQL | undefined): Promise<Response> {
  for (let polls = 0; polls < WAIT.polls; polls++) {
    const [first] = await db.select().from(idempotencyKeys).where(ownKey)
    if (!first) break
    if (first.completedAt !== null) return replay(env, first)
    await scheduler.wait(WAIT.intervalMs)
  }
  throw new DomainError('illegal', 'Idempotency-Key: the first request under this key has not finished; try again')
}

type Claim = Pick<StoredAnswer, 'scope' | 'key' | 'call' | 'bodyHash'>

/** Claims the key for this request; false when another request holds it that has finished or may still finish. */
async function claim(db: Db, requested: Claim, now: Instant): Promise<boolean> {
  const claimed = await db
    .insert(idempotencyKeys)
    .values({ ...requested, createdAt: now })
    .onConflictDoUpdate({
      target: [idempotencyKeys.scope, idempotencyKeys.key],
      set: { call: requested.call, bodyHash: requested.bodyHash, createdAt: now },
      setWhere: sql`${idempotencyKeys.completedAt} IS NULL AND ${idempotencyKeys.createdAt} < ${now - ABANDONED_AFTER_MS}`,
    })
    .returning({ key: idempotencyKeys.key })
  return claimed.length > 0
}

const isStorable = (error: unknown): error is DomainError =>
  error instanceof DomainError && !TRANSIENT.includes(error.code)

type Storing = { env: Env; db: Db; now: Instant; scope: string; ownKey: SQL | undefined }

/** Runs the call and stores its answer or refusal for repeats, encrypted: an answer may hold a token. */
async function runAndStore({ env, db, now, scope, ownKey }: Storing, run: () => Promise<Response>) {
  const store = async (status: number, answer: string) => {
    const body = answer === '' ? '' : await encryptAnswer(env, scope, answer)
    await db.update(idempotencyKeys).set({ status, body, completedAt: now }).where(ownKey)
  }
  try {
    const answer = await run()
    await store(answer.status, await answer.clone().text())
    return answer
  } catch (error) {
    if (isStorable(error))
      await store(errorStatus(error.code), JSON.stringify({ code: error.code, message: error.message }))
    else await db.delete(idempotencyKeys).where(and(ownKey, isNull(idempotencyKeys.completedAt)))
    throw error
  }
}

/**
 * Runs a creating call at most once per `Idempotency-Key`: a repeat gets the stored answer, a repeat that arrives while the
 * first is processed waits up to three seconds for it, and another call or body under the same key is refused. Keys are
 * scoped to the account, or to the address of an anonymous client. A failure of ours is not stored, so that the client can
 * retry. Without the header the call just runs.
 * @throws DomainError `bad-request` for an unusable key, `illegal` for a key that was used for another request or whose
 * first request does not finish.
 */
export async function runIdempotent(
  c: Context<AppEnv>,
  contract: Call,
  sent: Sent,
  run: () => Promise<Response>,
): Promise<Response> {
  const key = c.req.header('idempotency-key')
  if (key === undefined) return run()
  if (key === '' || key.length > MAX_KEY_LENGTH)
    throw new DomainError('bad-request', `Idempotency-Key: 1 to ${MAX_KEY_LENGTH} characters`)
  const { db, actor, now } = c.var
  const scope = actor ? `user:${actor.id}` : `anonymous:${c.req.header('cf-connecting-ip') ?? ''}`
  const requested = { scope, key, call: contract.may, bodyHash: await fingerprint(c.env, sent) }
  const ownKey = and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key))
  if (await claim(db, requested, now)) {
    const work = runAndStore({ env: c.env, db, now, scope, ownKey }, run)
    // Without this the runtime would cancel the work when a client disconnects, and its retry would find no answer.
    c.executionCtx.waitUntil(work.catch(() => undefined))
    return work
  }
  const [first] = await db.select().from(idempotencyKeys).where(ownKey)
  if (first && (first.call !== requested.call || first.bodyHash !== requested.bodyHash))
    throw new DomainError('illegal', 'Idempotency-Key: already used for another request')
  return waitForFirst(c.env, db, ownKey)
}
