import { eq } from 'drizzle-orm'
import type { endUserSessions } from '#contract/users'
import { batchAll } from '#db/batch'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { assertMayActOn } from '#domain/users/editing'
import { endAccess } from '../auth/access-store.ts'
import type { Act } from '../http/bind.ts'
import { auditStatements } from '../staff/audit-store.ts'

/**
 * Revokes every token of an account issued until now, and ends what else does not outlive that (docs/rules/staff.md 10.3,
 * docs/rules/accounts.md 9.4).
 * @throws DomainError `user-not-found`, `forbidden` for an account that the actor may not act on.
 */
export const endSessions: Act<typeof endUserSessions> = async (ctx) => {
  const { actor, params, body, db, now, after } = ctx
  const [account] = await db
    .select({ id: users.id, role: users.role, verifiedEmail: users.verifiedEmail, validFrom: users.sessionsValidFrom })
    .from(users)
    .where(eq(users.id, params.id))
  if (!account) throw new DomainError('user-not-found')
  assertMayActOn(actor, account)
  const ended = endAccess(ctx, ['sessions-by-staff'], account)
  const audits = auditStatements(
    { ...ctx, reason: body.reason },
    {
      act: 'user.endSessions',
      kind: 'user',
      id: account.id,
      before: { sessionsValidFrom: account.validFrom },
      after: { sessionsEndedAt: now },
    },
  )
  await batchAll(db, [...ended.statements, ...audits])
  after(ended.closeSockets())
  return undefined
}
