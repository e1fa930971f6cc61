import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from 'hono'
import type { Call } from '#contract/call'
import { idempotencyKeys } from '#db/schema/idempotency'
import { DomainError } from '#domain/errors'
import type { AppEnv } from './app-env.ts'

const MAX_KEY = 255
/** How long a repeat waits for the first request that is still at work. */
const PATIENCE = { tries: 20, everyMs: 150 }

type Kept = typeof idempotencyKeys.$inferSelect

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
}

const replay = (kept: Kept) =>
  new Response(kept.body, {
    status: kept.status ?? 200,
    headers: { 'content-type': 'application/json', 'idempotency-replayed': 'true' },
  })

async function awaitFirst(c: Context<AppEnv>, scope: string, key: string): Promise<Response> {
  const { db } = c.var
  for (let tries = 0; tries < PATIENCE.tries; tries++) {
    const [kept] = await db
      .select()
      .from(idempotencyKeys)
      .where(and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key)))
    if (!kept) break
    if (kept.completedAt !== null) return replay(kept)
    await scheduler.wait(PATIENCE.everyMs)
  }
  throw new DomainError('illegal', 'Idempotency-Key: the first request under this key has not finished; try again')
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
  body: string,
  run: () => Promise<Response>,
): Promise<Response> {
  const key = c.req.header('idempotency-key')
  if (key === undefined) return run()
  if (key === '' || key.length > MAX_KEY)
    throw new DomainError('bad-request', `Idempotency-Key: 1 to ${MAX_KEY} characters`)
  const { db, actor, now } = c.var
  const scope = actor ? `user:${actor.id}` : `anonymous:${c.req.header('cf-connecting-ip') ?? ''}`
  const bodyHash = await digest(body)
  const claimed = await db
    .insert(idempotencyKeys)
    .values({ scope, key, call: contract.may, bodyHash, createdAt: now })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  const mine = and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key))
  if (claimed.length === 0) {
    const [first] = await db.select().from(idempotencyKeys).where(mine)
    if (first && (first.call !== contract.may || first.bodyHash !== bodyHash))
      throw new DomainError('illegal', 'Idempotency-Key: already used for another request')
    return awaitFirst(c, scope, key)
  }
  try {
    const answer = await run()
    await db
      .update(idempotencyKeys)
      .set({ status: answer.status, body: await answer.clone().text(), completedAt: now })
      .where(mine)
    return answer
  } catch (error) {
    if (error instanceof DomainError) {
      await db
        .update(idempotencyKeys)
        .set({
          status: error.status,
          body: JSON.stringify({ code: error.code, message: error.message }),
          completedAt: now,
        })
        .where(mine)
    } else await db.delete(idempotencyKeys).where(and(mine, isNull(idempotencyKeys.completedAt)))
    throw error
  }
}
