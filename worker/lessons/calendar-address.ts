import { eq } from 'drizzle-orm'
import type { getCalendarFeed, renewCalendarFeed, revealCalendarFeed, stopCalendarFeed } from '#contract/calendar'
import type { Db } from '#db/client'
import { calendarFeeds } from '#db/schema/calendar-feeds'
import { DomainError } from '#domain/errors'
import { assertProof } from '../auth/proof-store.ts'
import type { Env } from '../env.ts'
import { type Act, type ReadRequest, reading } from '../http/bind.ts'
import { decryptCalendarToken, encryptCalendarToken, randomToken } from '../http/encryption.ts'
import { livingSessionStatement } from '../http/living-session.ts'
import { sha256 } from '../http/sha256.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { endCalendarAddress } from './calendar-store.ts'

const feedStatement = (db: Db, userId: number) =>
  db.select().from(calendarFeeds).where(eq(calendarFeeds.userId, userId))

const feedOf = async (db: Db, userId: number) => (await feedStatement(db, userId))[0]

const urlOf = (env: Env, token: string): string => `${env.API_ORIGIN}/api/v1/calendar/${token}.ics`

/** Since when there is an address; null without one. The address itself asks for a proof (docs/rules/calendar.md 1.2). */
export const read = reading(
  ({ caller, db }: ReadRequest<typeof getCalendarFeed>) => [feedStatement(db, caller.id)],
  async (_, [[feed]]) => (feed ? { createdAt: feed.createdAt } : null),
)

/** The stored token of the address; null for one that cannot be read: an older one, or one encrypted by an earlier key. */
async function tokenOf(env: Env, { userId, token }: typeof calendarFeeds.$inferSelect): Promise<string | null> {
  if (token === null) return null
  return decryptCalendarToken(env, userId, token).catch(() => null)
}

/**
 * Shows the address again, to its owner only: a token of theirs proves nothing (docs/rules/calendar.md 1.2).
 * @throws DomainError `not-found` without an address, or for one that cannot be read again, and the codes of `assertProof`.
 */
export const reveal: Act<typeof revealCalendarFeed> = async (ctx) => {
  const { actor, body, db, env } = ctx
  await assertProof(ctx, body)
  const feed = await feedOf(db, actor.id)
  const token = feed ? await tokenOf(env, feed) : null
  if (!feed || token === null) throw new DomainError('not-found')
  return { url: urlOf(env, token), createdAt: feed.createdAt }
}

/**
 * Creates a new address and invalidates the previous one (docs/rules/calendar.md 1.3).
 * @throws DomainError the codes of `assertProof`.
 */
export const renew: Act<typeof renewCalendarFeed> = async (ctx) => {
  const { actor, body, db, env, now } = ctx
  await assertProof(ctx, body)
  const before = await feedOf(db, actor.id)
  const token = randomToken()
  const feed = {
    tokenHash: await sha256(token),
    token: await encryptCalendarToken(env, actor.id, token),
    createdAt: now,
  }
  await db.batch([
    livingSessionStatement(ctx),
    db
      .insert(calendarFeeds)
      .values({ userId: actor.id, ...feed })
      .onConflictDoUpdate({ target: calendarFeeds.userId, set: feed }),
    ...auditStatements(ctx, {
      act: 'calendar.renew',
      kind: 'user',
      id: actor.id,
      before: { calendarFeedAt: before?.createdAt ?? null },
      after: { calendarFeedAt: now },
    }),
  ])
  return { url: urlOf(env, token), createdAt: now }
}

/** Invalidates the address, if there is one. */
export const stop: Act<typeof stopCalendarFeed> = async (ctx) => {
  const { actor, db } = ctx
  const before = await feedOf(db, actor.id)
  if (!before) return
  await db.batch([
    endCalendarAddress(db, actor.id),
    ...auditStatements(ctx, {
      act: 'calendar.stop',
      kind: 'user',
      id: actor.id,
      before: { calendarFeedAt: before.createdAt },
      after: { calendarFeedAt: null },
    }),
  ])
}
