import { and, eq, gte } from 'drizzle-orm'
import type { Db } from '#db/client'
import { busyQuarters } from '#db/schema/lessons'
import { users } from '#db/schema/users'
import { type Instant, minutes, quarterOf } from '#domain/cairo'
import { BROADCAST_ROOMS } from '#domain/live'
import { CLOSES_AFTER_MINUTES } from '#domain/sessions/hours'
import { broadcastParty, sessionParty, userParty } from '../../party/stubs.ts'
import type { Env } from '../env.ts'

/** The sessions that a user may be connected to at `now`, including all later ones, since members may connect early. */
async function sessionsFrom(db: Db, userId: number, now: Instant): Promise<string[]> {
  const rows = await db
    .selectDistinct({ sessionId: busyQuarters.sessionId })
    .from(busyQuarters)
    .where(
      and(
        eq(busyQuarters.userId, userId),
        gte(busyQuarters.quarter, quarterOf(now - minutes(CLOSES_AFTER_MINUTES)) - 1),
      ),
    )
  return rows.map(({ sessionId }) => sessionId)
}

/**
 * Closes a user's sockets with revoked tokens in every Durable Object (docs/rules/accounts.md 3.7). Call after the batch
 * that wrote `sessionsValidFrom` has committed.
 */
export async function closeRevokedSockets(env: Env, db: Db, userId: number, now: Instant): Promise<void> {
  const [[account], sessions] = await Promise.all([
    db.select({ validFrom: users.sessionsValidFrom }).from(users).where(eq(users.id, userId)),
    sessionsFrom(db, userId, now),
  ])
  if (!account) return
  const { validFrom } = account
  await Promise.all([
    userParty(env, userId).endSessions(validFrom),
    ...BROADCAST_ROOMS.map((room) => broadcastParty(env, room, userId).endSessions(userId, validFrom)),
    ...sessions.map((session) => sessionParty(env, session).endSessions(userId, validFrom)),
  ])
}

/**
 * Closes the sockets of one session in every Durable Object (docs/rules/accounts.md 9.1). Call after the batch that ended
 * the session has committed.
 */
export async function closeSocketsOfSession(
  env: Env,
  db: Db,
  { id, userId }: { id: string; userId: number },
  now: Instant,
): Promise<void> {
  const meetings = await sessionsFrom(db, userId, now)
  await Promise.all([
    userParty(env, userId).endSession(id),
    ...BROADCAST_ROOMS.map((room) => broadcastParty(env, room, userId).endSession(userId, id)),
    ...meetings.map((meeting) => sessionParty(env, meeting).endSession(userId, id)),
  ])
}
