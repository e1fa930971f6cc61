import { eq } from 'drizzle-orm'
import type { endUserSessions } from '#contract/users'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { assertMayActOn } from '#domain/users/editing'
import { endOfSessions } from '../auth/store.ts'
import type { Act } from '../http/bind.ts'
import { closeRevokedSockets } from '../live/sign-out.ts'
import { auditStatements } from '../staff/audit-store.ts'

/**
 * Revokes every token of an account issued until now and closes its sockets (docs/rules/staff.md 10.3).
 * @throws DomainError `user-not-found`, `forbidden` for an account that the actor may not act on.
 */
export const endSessions: Act<typeof endUserSessions> = async (ctx) => {
  const { actor, params, body, db, env, now, after } = ctx
  const [account] = await db
    .select({ id: users.id, role: users.role, validFrom: users.sessionsValidFrom })
    .from(users)
    .where(eq(users.id, params.id))
  if (!account) throw new DomainError('user-not-found')
  assertMayActOn(actor, account)
  await db.batch([
    db
      .update(users)
      .set({ sessionsValidFrom: endOfSessions(now) })
      .where(eq(users.id, account.id)),
    ...auditStatements(
      { ...ctx, reason: body.reason },
      {
        act: 'user.endSessions',
        kind: 'user',
        id: account.id,
        before: { sessionsValidFrom: account.validFrom },
        after: { sessionsEndedAt: now },
      },
    ),
  ])
  after(closeRevokedSockets(env, db, account.id, now))
  return undefined
}
