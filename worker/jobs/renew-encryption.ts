import { and, asc, eq, gt, isNotNull } from 'drizzle-orm'
import { batchAll, type Statement } from '#db/batch'
import type { Db } from '#db/client'
import { calendarFeeds } from '#db/schema/calendar-feeds'
import { totpSecrets } from '#db/schema/second-factors'
import { acceptedKeys, type Env } from '../env.ts'
import { renewedCalendarToken, renewedSecret } from '../http/encryption.ts'

/** Rows of one read; a run goes through all of them. */
const AT_ONCE = 200

type Stored = { userId: number; stored: string }
type Encrypted = {
  read: (db: Db, after: number) => Promise<Stored[]>
  renew: (env: Env, userId: number, stored: string) => Promise<string | null>
  /** Replaces the ciphertext that was read, but not one that its owner has replaced since. */
  write: (db: Db, row: Stored, renewed: string) => Statement
}

/** What lies encrypted in the database for longer than a day. */
const ENCRYPTED: readonly Encrypted[] = [
  {
    read: (db, after) =>
      db
        .select({ userId: totpSecrets.userId, stored: totpSecrets.secret })
        .from(totpSecrets)
        .where(gt(totpSecrets.userId, after))
        .orderBy(asc(totpSecrets.userId))
        .limit(AT_ONCE),
    renew: renewedSecret,
    write: (db, { userId, stored }, secret) =>
      db
        .update(totpSecrets)
        .set({ secret })
        .where(and(eq(totpSecrets.userId, userId), eq(totpSecrets.secret, stored))),
  },
  {
    read: async (db, after) => {
      const rows = await db
        .select({ userId: calendarFeeds.userId, stored: calendarFeeds.token })
        .from(calendarFeeds)
        .where(and(gt(calendarFeeds.userId, after), isNotNull(calendarFeeds.token)))
        .orderBy(asc(calendarFeeds.userId))
        .limit(AT_ONCE)
      return rows.flatMap(({ userId, stored }) => (stored === null ? [] : [{ userId, stored }]))
    },
    renew: renewedCalendarToken,
    write: (db, { userId, stored }, token) =>
      db
        .update(calendarFeeds)
        .set({ token })
        .where(and(eq(calendarFeeds.userId, userId), eq(calendarFeeds.token, stored))),
  },
]

async function renewAll(env: Env, db: Db, { read, renew, write }: Encrypted): Promise<number> {
  let count = 0
  let rows = await read(db, 0)
  while (rows.length > 0) {
    const statements: Statement[] = []
    for (const row of rows) {
      const renewed = await renew(env, row.userId, row.stored)
      if (renewed !== null) statements.push(write(db, row, renewed))
    }
    await batchAll(db, statements)
    count += statements.length
    rows = await read(db, rows.at(-1)?.userId ?? 0)
  }
  return count
}

/**
 * Encrypts by the present `SECOND_FACTOR_SECRET` what the previous one has encrypted (docs/rules/api.md 1.10). Once a run has
 * renewed nothing, the previous key is needed only for recovery codes and links in mails, which are stored as hashes or not at
 * all. Reads nothing while no previous key is set.
 */
export async function renewEncryption(env: Env, db: Db): Promise<{ renewed: number }> {
  if (acceptedKeys(env, 'SECOND_FACTOR_SECRET').length === 1) return { renewed: 0 }
  let renewed = 0
  for (const encrypted of ENCRYPTED) renewed += await renewAll(env, db, encrypted)
  return { renewed }
}
