import { eq } from 'drizzle-orm'
import type { Db } from '#db/client'
import { googleProofs } from '#db/schema/google'
import { identities } from '#db/schema/users'

/**
 * The statements that end every sign-in of an account through a third party: for a change of address, a password reset and
 * the first proof of an address (docs/rules/accounts.md 3.9).
 */
export const endIdentitiesStatements = (db: Db, userId: number) =>
  [
    db.delete(identities).where(eq(identities.userId, userId)),
    db.delete(googleProofs).where(eq(googleProofs.userId, userId)),
  ] as const
