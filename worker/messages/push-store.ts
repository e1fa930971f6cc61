import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { authSessions } from '#db/schema/auth-sessions'
import { pushSubscriptions } from '#db/schema/push-subscriptions'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { MAX_PUSH_DEVICES } from '#domain/messages/push-service'

export type PushSubscription = Omit<typeof pushSubscriptions.$inferSelect, 'id' | 'lastUsedAt'>

/** The condition that the device of a subscription is signed in; nothing is sent to a device whose session has ended. */
export const isReceiving = (now: Instant): SQL =>
  sql`EXISTS (SELECT 1 FROM ${authSessions} INNER JOIN ${users} ON ${users.id} = ${authSessions.userId}
    WHERE ${authSessions.id} = ${pushSubscriptions.authSessionId} AND ${authSessions.userId} = ${pushSubscriptions.userId}
      AND ${authSessions.endedAt} IS NULL AND ${authSessions.expiresAt} > ${now} AND ${authSessions.issuedAt} >= ${users.sessionsValidFrom})`

/** Selects an account's devices with a subscription. */
export const devicesStatement = (db: Db, userId: number) =>
  db
    .select({ authSessionId: pushSubscriptions.authSessionId })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))

/**
 * The statements that store a subscription, replacing those of the same session and of the same address, and keep only the
 * newest of the account. Nothing is stored for a session that was ended meanwhile.
 */
export const saveStatements = (db: Db, subscription: PushSubscription) => {
  const { userId, authSessionId, endpoint, p256dh, auth, createdAt } = subscription
  const values = sql`NULL, ${userId}, ${authSessionId}, ${endpoint}, ${p256dh}, ${auth}, ${createdAt}, NULL`
  const isThis = or(eq(pushSubscriptions.authSessionId, authSessionId), eq(pushSubscriptions.endpoint, endpoint))
  const newest = db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(sql`${pushSubscriptions.id} DESC`)
    .limit(MAX_PUSH_DEVICES)
  return [
    db.delete(pushSubscriptions).where(isThis),
    db
      .insert(pushSubscriptions)
      .select(
        sql`SELECT ${values} FROM ${authSessions} WHERE ${authSessions.id} = ${authSessionId} AND ${authSessions.userId} = ${userId} AND ${authSessions.endedAt} IS NULL`,
      ),
    db
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.userId, userId), sql`${pushSubscriptions.id} NOT IN ${newest}`)),
  ] as const
}

export const stopStatement = (db: Db, authSessionId: string) =>
  db.delete(pushSubscriptions).where(eq(pushSubscriptions.authSessionId, authSessionId))

/** A subscription whose device is signed in; null otherwise. */
export async function findLiving(db: Db, id: number, now: Instant) {
  const [found] = await db
    .select({
      id: pushSubscriptions.id,
      userId: pushSubscriptions.userId,
      endpoint: pushSubscriptions.endpoint,
      p256dh: pushSubscriptions.p256dh,
      auth: pushSubscriptions.auth,
    })
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), isReceiving(now)))
  return found ?? null
}

export const markUsed = (db: Db, id: number, now: Instant) =>
  db.update(pushSubscriptions).set({ lastUsedAt: now }).where(eq(pushSubscriptions.id, id))

/** Deletes a subscription that its push service no longer has. */
export const forget = (db: Db, id: number) => db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id))
