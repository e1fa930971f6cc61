import { and, eq, gt } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '#db/client'
import { googleProofs } from '#db/schema/google'
import { identities } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import type { ThirdPartyPerson } from '#domain/users/third-party'
import { sha256 } from '../http/sha256.ts'
import { messageStatement } from '../messages/outbox.ts'

/**
 * The statements that unlink every third-party account: for a change of address, a password reset and the first
 * verification of an address (docs/rules/accounts.md 3.9).
 */
export const endIdentitiesStatements = (db: Db, userId: number) =>
  [
    db.delete(identities).where(eq(identities.userId, userId)),
    db.delete(googleProofs).where(eq(googleProofs.userId, userId)),
  ] as const

/** The linked Google account; an account has at most one. */
export async function linkedIdentity(db: Db, userId: number) {
  const [linked] = await db
    .select()
    .from(identities)
    .where(and(eq(identities.userId, userId), eq(identities.provider, 'google')))
  return linked ?? null
}

/** The statement that mails the owner that a third-party account was linked or unlinked. */
export const identityMailStatement = (
  db: Db,
  owner: string,
  params: { change: 'linked' | 'unlinked'; address: string },
  now: Instant,
) => messageStatement(db, { channel: 'email', to: owner, template: 'identity_changed', params }, now)

/**
 * The statements that link a Google account, and mail the owner. They break a constraint when the subject has meanwhile
 * been linked to another account, or another subject to this one.
 */
export function addIdentityStatements(
  db: Db,
  { id, email }: { id: number; email: string },
  person: Pick<ThirdPartyPerson, 'subject' | 'email'>,
  now: Instant,
): BatchItem<'sqlite'>[] {
  const linked = {
    provider: 'google',
    subject: person.subject,
    userId: id,
    email: person.email,
    createdAt: now,
  } as const
  return [
    db.insert(identities).values(linked),
    identityMailStatement(db, email, { change: 'linked', address: person.email }, now),
  ]
}

/**
 * Marks a proof of `POST /auth/google/proof` as used; false for one that is unknown, another account's, used or expired.
 */
export async function consumeGoogleProof(db: Db, userId: number, token: string, now: Instant): Promise<boolean> {
  const used = await db
    .delete(googleProofs)
    .where(
      and(
        eq(googleProofs.tokenHash, await sha256(token)),
        eq(googleProofs.userId, userId),
        gt(googleProofs.expiresAt, now),
      ),
    )
    .returning({ userId: googleProofs.userId })
  return used.length > 0
}
