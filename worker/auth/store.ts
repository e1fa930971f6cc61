import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { normalEmail } from '#domain/users/email'
import type { Env } from '../env.ts'
import { spend } from '../http/limits.ts'
import { hashPassword, isOutdated, NOBODYS_HASH, passwordMatches } from './password-hash.ts'

export type Account = typeof users.$inferSelect

type At = { env: Env; db: Db; now: Instant; ip: string }

/**
 * The account that this e-mail and password open. An unknown address and a wrong password take the same time and give
 * the same answer (design section 9); guesses from one place at one account are slowed down, other places are not.
 * @throws DomainError `wrong-password`, `no-password`, `too-many-requests`.
 */
export async function checkPassword({ env, db, now, ip }: At, email: string, password: string): Promise<Account> {
  const address = normalEmail(email)
  await spend(env.LOGIN_LIMIT, `${ip} ${address}`)
  const [account] = await db.select().from(users).where(eq(users.email, address))
  const matches = await passwordMatches(password, account?.passwordHash ?? NOBODYS_HASH)
  if (account && account.passwordHash === null) throw new DomainError('no-password')
  if (!account || !matches) throw new DomainError('wrong-password')
  if (account.passwordHash && isOutdated(account.passwordHash))
    await db
      .update(users)
      .set({ passwordHash: await hashPassword(password), updatedAt: now })
      .where(and(eq(users.id, account.id), eq(users.passwordHash, account.passwordHash)))
  return account
}

/** The account's oldest acceptable time of token issue, in seconds. */
export async function sessionsValidFrom(db: Db, userId: number): Promise<number> {
  const [row] = await db.select({ from: users.sessionsValidFrom }).from(users).where(eq(users.id, userId))
  return row?.from ?? 0
}

/** Hashes a password that an account is to have from now on. */
export const hashNewPassword = (password: string): Promise<string> => hashPassword(password)
