import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from 'hono'
import type { Call } from '#contract/call'
import type { Db } from '#db/client'
import { idempotencyKeys } from '#db/schema/idempotency'
import type { Instant } from '#domain/cairo'
import { DomainError, type ErrorCode, errorStatus } from '#domain/errors'
import type { Env } from '../env.ts'
import type { AppEnv, Sent } from './app-env.ts'
import { readTimer } from './clock.ts'
import { type Claim, isClaimedBy } from './completion.ts'
import { decryptAnswer, encryptAnswer, keyedHashes } from './encryption.ts'
import { ipOf } from './identity.ts'

const MAX_KEY_LENGTH = 255
/** How often, and for how long at most, a repeat polls for the answer of the first request. */
const POLL_MS = 150
const MAX_WAIT_MS = 8_000
/**
 * A repeat takes the key over from a request that has not acted after this long. That is safe at any time, since the batch
 * of a request that has lost its key fails; the delay only avoids duplicate work while the first request still runs.
 */
const ABANDONED_AFTER_MS = 5_000
/** Refusals that are not stored, even when the act has written: the same request may succeed later, as a new one. */
const TRANSIENT: readonly ErrorCode[] = ['too-many-requests', 'service-unavailable']

type StoredAnswer = typeof idempotencyKeys.$inferSelect

async function digest(sent: BufferSource): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', sent)
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
}

/**
 * Keyed hashes, by the present key first, of the path, the body's text and its files: the bytes of small files, the size of
 * files already in the storage, and the reason of refused ones.
 */
async function fingerprints(env: Env, path: string, { text, files }: Sent): Promise<string[]> {
  const fileParts = [...files].map(async ([name, file]) => [
    name,
    file instanceof File ? await digest(await file.arrayBuffer()) : 'key' in file ? file.bytes : file.message,
  ])
  const whole = JSON.stringify([path.replace(/\/$/, ''), text, await Promise.all(fileParts)])
  // Keyed, because a request may contain a password, which could be guessed from a plain hash.
  return keyedHashes(env, 'repeatable-request', whole)
}

type Requested = Pick<StoredAnswer, 'scope' | 'key' | 'call' | 'bodyHash'>

/** Claims the key for this request; null while another request holds it that has acted or may still act. */
async function claimKey(db: Db, requested: Requested, now: Instant): Promise<Claim | null> {
  const token = crypto.randomUUID()
  const claimed = await db
    .insert(idempotencyKeys)
    .values({ ...requested, claim: token, createdAt: now })
    .onConflictDoUpdate({
      target: [idempotencyKeys.scope, idempotencyKeys.key],
      set: { call: requested.call, bodyHash: requested.bodyHash, claim: token, createdAt: now },
      setWhere: sql`${idempotencyKeys.completedAt} IS NULL AND ${idempotencyKeys.createdAt} <= ${now - ABANDONED_AFTER_MS}`,
    })
    .returning({ key: idempotencyKeys.key })
  return claimed.length > 0 ? { scope: requested.scope, key: requested.key, token } : null
}

/** What runs under an idempotency key. */
export type Repeatable = {
  /** `hasWaited`: another request held the key before, so the rows read with the request are outdated. */
  act: (claim: Claim, hasWaited: boolean) => Promise<Response>
  /** Answers for an act that took effect but whose answer was not stored, from what it has made. */
  recall: (made: string) => Promise<Response>
}

const asRepeat = (body: string | null, status: number, headers: Headers): Response => {
  headers.set('idempotency-replayed', 'true')
  return new Response(body, { status, headers })
}

/** The stored answer; without one, the answer for what the first request has made. */
async function replay(env: Env, first: StoredAnswer, recall: Repeatable['recall']): Promise<Response> {
  if (first.status === null) {
    const answer = await recall(first.made ?? '')
    const text = await answer.text()
    return asRepeat(text === '' ? null : text, answer.status, new Headers(answer.headers))
  }
  const body = first.body ? await decryptAnswer(env, first.scope, first.body) : null
  return asRepeat(body, first.status, new Headers(body === null ? {} : { 'content-type': 'application/json' }))
}

type AnswerStore = { env: Env; db: Db; now: Instant }

/** Stores the answer of the request that holds the key, encrypted, since it may contain a token. */
async function store({ env, db, now }: AnswerStore, claim: Claim, status: number, answer: string): Promise<void> {
  const body = answer === '' ? '' : await encryptAnswer(env, claim.scope, answer)
  await db
    .update(idempotencyKeys)
    .set({ status, body, completedAt: sql`COALESCE(${idempotencyKeys.completedAt}, ${now})` })
    .where(isClaimedBy(claim))
}

const isTransient = (error: unknown): boolean => error instanceof DomainError && TRANSIENT.includes(error.code)

const isStorable = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.code !== 'unexpected' && !isTransient(error)

/**
 * Deletes a key after a failure, so that the same request can be retried. After an unexpected error the act may still have
 * taken effect; then its completed key stays, and a repeat is answered from what it has made.
 */
const forget = (db: Db, claim: Claim, error: unknown) =>
  db
    .delete(idempotencyKeys)
    .where(and(isClaimedBy(claim), isTransient(error) ? undefined : isNull(idempotencyKeys.completedAt)))

/** Whether another request has taken the key over, or the key has been deleted. */
async function hasLost(db: Db, claim: Claim): Promise<boolean> {
  const [own] = await db.select({ key: idempotencyKeys.key }).from(idempotencyKeys).where(isClaimedBy(claim))
  return own === undefined
}

/**
 * Runs the act and stores its answer or refusal for repeats; null when another request has taken the key over, whose answer
 * then counts for both. The response does not wait for the answer to be stored: the act's own batch has already completed
 * the key.
 */
async function runAndStore(
  answers: AnswerStore,
  claim: Claim,
  act: () => Promise<Response>,
  after: (work: Promise<unknown>) => void,
): Promise<Response | null> {
  const { db } = answers
  try {
    const answer = await act()
    const text = answer.clone().text()
    // If storing fails, a repeat is answered from what was made.
    after(text.then((body) => store(answers, claim, answer.status, body)).catch(() => undefined))
    return answer
  } catch (error) {
    if (await hasLost(db, claim)) return null
    if (isStorable(error)) {
      const refusal = JSON.stringify({ code: error.code, message: error.message })
      await store(answers, claim, errorStatus(error.code), refusal)
    } else await forget(db, claim, error)
    throw error
  }
}

/**
 * Runs a creating call at most once per `Idempotency-Key` (docs/rules/api.md 6.1). A repeat gets the stored answer; one
 * that arrives while the first request runs waits for it, and takes the key over when the first has not acted within five
 * seconds. Another call, path or body under the same key is refused. Keys are scoped to the account, or to the network of
 * an anonymous client. Internal errors are not stored, so that the client can retry. Without the header the call runs
 * normally.
 * @throws DomainError `bad-request` for an unusable key, `illegal` for a key that was used for another request or whose
 * first request does not finish.
 */
export async function runIdempotent(
  c: Context<AppEnv>,
  contract: Call,
  sent: Sent,
  { act, recall }: Repeatable,
): Promise<Response> {
  const key = c.req.header('idempotency-key') ?? ''
  if (key === '' || key.length > MAX_KEY_LENGTH)
    throw new DomainError('bad-request', `Idempotency-Key: 1 to ${MAX_KEY_LENGTH} characters`)
  const { db, actor, now } = c.var
  const scope = actor ? `user:${actor.id}` : `anonymous:${ipOf(c)}`
  const bodyHashes = await fingerprints(c.env, c.req.path, sent)
  const requested = { scope, key, call: contract.may, bodyHash: bodyHashes[0] ?? '' }
  const ownKey = and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key))
  const answers = { env: c.env, db, now }
  const begun = readTimer()
  for (let waited = 0; waited <= MAX_WAIT_MS; waited = readTimer() - begun) {
    const claim = await claimKey(db, requested, now + waited)
    if (claim) {
      const after = (work: Promise<unknown>) => c.executionCtx.waitUntil(work)
      const work = runAndStore(answers, claim, () => act(claim, waited > 0), after)
      // Without this the runtime would cancel the work when the client disconnects, and its retry would find no answer.
      after(work.catch(() => undefined))
      const answer = await work
      if (answer) return answer
    }
    const [first] = await db.select().from(idempotencyKeys).where(ownKey)
    if (first && (first.call !== requested.call || !bodyHashes.includes(first.bodyHash)))
      throw new DomainError('illegal', 'Idempotency-Key: already used for another request')
    if (first && first.completedAt !== null) return replay(c.env, first, recall)
    await scheduler.wait(POLL_MS)
  }
  throw new DomainError('illegal', 'Idempotency-Key: the first request under this key has not finished; try again')
}
