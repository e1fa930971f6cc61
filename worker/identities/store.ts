import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { googleProofs } from '#db/schema/google'
import { identities, users } from '#db/schema/users'

/**
 * The statements that end every sign-in of an account through a third party: for a change of address, a password reset and
 * the first proof of an address (docs/rules/accounts.md 3.9).
 */
export const endIdentitiesStatements = (db: Db, userId: number) =>
  [
    db.delete(identities).where(eq(identities.userId, userId)),
    db.delete(googleProofs).where(eq(googleProofs.userId, userId)),
  ] as const

/**
 * The same where the account's address is another than `email` at the moment of writing, so that it belongs before the
 * statement that writes the address; `undefined` writes none and ends nothing.
 */
export const endIdentitiesOfChange = (db: Db, userId: number, email: string | undefined) => {
  const changed = sql`(SELECT ${users.email} FROM ${users} WHERE ${users.id} = ${userId}) IS NOT ${email ?? null}`
  return db.delete(identities).where(and(eq(identities.userId, userId), email === undefined ? sql`FALSE` : changed))
}
