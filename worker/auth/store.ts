import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '#db/client'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { normalEmail } from '#domain/users/email'
import type { Env } from '../env.ts'
import { spend } from '../http/limits.ts'
import { forgive, takeTry } from '../http/slow-down.ts'
import { hashPassword, isOutdated, NOBODYS_HASH, passwordMatches } from './password-hash.ts'

export type Account = typeof users.$inferSelect

type At = { env: Env; db: Db; now: Instant; ip: string }

/** Guesses are counted for an account from one place: the owner, elsewhere, is not slowed down (docs/decisions/004). */
const doorOf = (address: string, ip: string): string => `password ${address} ${ip}`

/**
 * The account that this e-mail and password open. An unknown address and a wrong password take the same time and give
 * the same answer (docs/rules/accounts.md 3.1).
 * @throws DomainError `wrong-password`, `no-password`, `too-many-requests`.
 */
export async function checkPassword({ env, db, now, ip }: At, email: string, password: string): Promise<Account> {
  const address = normalEmail(email)
  await spend(env.LOGIN_LIMIT, `${ip} ${address}`)
  await takeTry(db, doorOf(address, ip), now)
  const [account] = await db.select().from(users).where(eq(users.email, address))
  const matches = await passwordMatches(password, account?.passwordHash ?? NOBODYS_HASH)
  if (account && account.passwordHash === null) throw new DomainError('no-password')
  if (!account || !matches) throw new DomainError('wrong-password')
  await db.batch([forgive(db, doorOf(address, ip)), ...(await renewal(db, account, password, now))])
  return account
}

/** A hash of older parameters is made anew while the password is at hand. */
async function renewal(db: Db, account: Account, password: string, now: Instant): Promise<BatchItem<'sqlite'>[]> {
  if (!account.passwordHash || !isOutdated(account.passwordHash)) return []
  return [
    db
      .update(users)
      .set({ passwordHash: await hashPassword(password), updatedAt: now })
      .where(and(eq(users.id, account.id), eq(users.passwordHash, account.passwordHash))),
  ]
}

/**
 * The proof that a change of password needs: the present one, or null where there is none.
 * @throws DomainError `wrong-password`, `too-many-requests`.
 */
export async function assertCurrentPassword(
  { db, now, ip }: Pick<At, 'db' | 'now' | 'ip'>,
  account: Account,
  current: string | null,
): Promise<void> {
  const { email, passwordHash } = account
  if (passwordHash === null && current === null) return
  const door = doorOf(email, ip)
  await takeTry(db, door, now)
  if (current === null || passwordHash === null || !(await passwordMatches(current, passwordHash)))
    throw new DomainError('wrong-password')
  await forgive(db, door)
}

/**
 * For `users.sessions_valid_from`, in seconds: every token issued until now ends, those of this very second and of another
 * ending in it too.
 */
export const endOfSessions = (now: Instant): SQL<number> =>
  sql<number>`MAX(${users.sessionsValidFrom}, ${Math.floor(now / 1000)}) + 1`

/** The account's oldest acceptable time of token issue, in seconds. */
export async function sessionsValidFrom(db: Db, userId: number): Promise<number> {
  const [row] = await db.select({ from: users.sessionsValidFrom }).from(users).where(eq(users.id, userId))
  return row?.from ?? 0
}

/** The statement that forgets wrong guesses: who has proven the mailbox may log in at once. */
export const forgiveGuesses = (db: Db, address: string, ip: string) => forgive(db, doorOf(address, ip))

/** Hashes a password that an account is to have from now on. */
export const hashNewPassword = (password: string): Promise<string> => hashPassword(password)
