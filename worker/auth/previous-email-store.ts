import { and, eq, gt, ne } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '#db/client'
import { previousEmails, users } from '#db/schema/users'
import { undoEnd } from '#domain/auth/email-change'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { maskEmail } from '#domain/messages/masking'
import { type Env, webOrigins } from '../env.ts'
import { randomToken } from '../http/encryption.ts'
import { sha256 } from '../http/sha256.ts'
import { encryptParams } from '../messages/encrypted-params.ts'
import { messageStatement } from '../messages/outbox.ts'

/** The stored hash of a mailed token; 256 random bits need no keyed hash. */
export const previousEmailHash = (token: string): Promise<string> => sha256(token)

type Changed = { userId: number; from: string; to: string }

/**
 * The statements that keep a verified address which an account gives up, and mail it the link that restores it
 * (docs/rules/accounts.md 7.8). The token is in the link's fragment, which is not sent to servers and so not logged.
 */
export async function previousEmailStatements(
  env: Env,
  db: Db,
  { userId, from, to }: Changed,
  now: Instant,
): Promise<BatchItem<'sqlite'>[]> {
  const token = randomToken()
  const tokenHash = await previousEmailHash(token)
  const url = `${webOrigins(env)[0]}/undo-email-change#${token}`
  const params = await encryptParams(env, 'email_changed', { email: maskEmail(to), url })
  return [
    db.insert(previousEmails).values({ tokenHash, userId, email: from, changedAt: now, expiresAt: undoEnd(now) }),
    messageStatement(db, { channel: 'email', to: from, template: 'email_changed', params }, now),
  ]
}

/**
 * Refuses an address that an account has, or that is reserved for restoring another account. This reveals no more than
 * registration does; the guards of the database decide when the address is written.
 * @throws DomainError `user-exists`.
 */
export async function refuseTakenEmail(db: Db, userId: number, email: string, now: Instant): Promise<void> {
  const isStored = and(
    eq(previousEmails.email, email),
    ne(previousEmails.userId, userId),
    gt(previousEmails.expiresAt, now),
  )
  const [owners, stored] = await db.batch([
    db.select({ id: users.id }).from(users).where(eq(users.email, email)),
    db.select({ userId: previousEmails.userId }).from(previousEmails).where(isStored).limit(1),
  ])
  if (owners.length > 0 || stored.length > 0) throw new DomainError('user-exists')
}
