import { eq } from 'drizzle-orm'
import type { getCalendarFeed, renewCalendarFeed, stopCalendarFeed } from '#contract/calendar'
import type { Db } from '#db/client'
import { calendarFeeds } from '#db/schema/calendar-feeds'
import type { Env } from '../env.ts'
import { type Act, type ReadRequest, reading } from '../http/bind.ts'
import { sha256 } from '../http/sha256.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { endCalendarAddress } from './calendar-store.ts'
import { calendarToken, randomSalt } from './calendar-token.ts'

const feedStatement = (db: Db, userId: number) =>
  db.select().from(calendarFeeds).where(eq(calendarFeeds.userId, userId))

const feedOf = async (db: Db, userId: number) => (await feedStatement(db, userId))[0]

const urlOf = (env: Env, token: string): string => `${env.API_ORIGIN}/api/v1/calendar/${token}.ics`

/**
 * The address; null without one, or when the server's secret has changed since it was created (docs/rules/calendar.md 1.1).
 */
export const read = reading(
  ({ asker, db }: ReadRequest<typeof getCalendarFeed>) => [feedStatement(db, asker.id)],
  async ({ actor, env }, [[feed]]) => {
    if (!feed) return null
    const token = await calendarToken(env, actor.id, feed.salt)
    if ((await sha256(token)) !== feed.tokenHash) return null
    return { url: urlOf(env, token), createdAt: feed.createdAt }
  },
)

/** Creates a new address and invalidates the previous one (docs/rules/calendar.md 1.3). */
export const renew: Act<typeof renewCalendarFeed> = async (ctx) => {
  const { actor, db, env, now } = ctx
  const before = await feedOf(db, actor.id)
  const salt = randomSalt()
  const token = await calendarToken(env, actor.id, salt)
  const feed = { salt, tokenHash: await sha256(token), createdAt: now }
  await db.batch([
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
