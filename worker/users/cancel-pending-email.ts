import { eq } from 'drizzle-orm'
import type { cancelPendingEmail as contract } from '#contract/users'
import { users } from '#db/schema/users'
import { ConfirmationPurpose } from '#domain/auth/verification-codes'
import { DomainError } from '#domain/errors'
import { deleteCodeStatement } from '../auth/verification-store.ts'
import type { Act } from '../http/bind.ts'
import { nextVersion } from '../http/versions.ts'
import { auditStatements } from '../staff/audit-store.ts'

/** Discards an unverified new address with its code (docs/rules/accounts.md 7.3). Does nothing without one. */
export const cancelPendingEmail: Act<typeof contract> = async (ctx) => {
  const { actor, db, now } = ctx
  const [account] = await db.select({ pending: users.pendingEmail }).from(users).where(eq(users.id, actor.id))
  if (!account) throw new DomainError('unauthenticated')
  if (account.pending === null) return undefined
  await db.batch([
    db
      .update(users)
      .set({ pendingEmail: null, updatedAt: nextVersion(users, now) })
      .where(eq(users.id, actor.id)),
    deleteCodeStatement(db, actor.id, ConfirmationPurpose.VerifyEmail),
    ...auditStatements(ctx, {
      act: 'user.cancelPendingEmail',
      kind: 'user',
      id: actor.id,
      before: { pendingEmail: account.pending },
      after: { pendingEmail: null },
    }),
  ])
  return undefined
}
