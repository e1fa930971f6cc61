import type { SQL } from 'drizzle-orm'
import type { registerUser } from '#contract/users'
import { DomainError } from '#domain/errors'
import { isAdmin, Role } from '#domain/roles'
import { mayInvite } from '#domain/staff/invitation'
import type { Actor } from '../http/app-env.ts'
import type { Act, Recall } from '../http/bind.ts'
import { refusePausedRegistration } from '../settings/store.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { consentsOfOpening, openSignedIn, recallSignedIn, userView } from './store.ts'

/** Anybody may register as student or tutor; admins may create any account, but only the super admin may create admins. */
function mayOpen(role: Role, actor: Actor | null): boolean {
  if (role === Role.Student || role === Role.Tutor) return true
  return actor !== null && mayInvite(role, actor.role)
}

/**
 * Creates an account (docs/rules/accounts.md 2.1).
 * @throws DomainError `forbidden` for a role that the actor may not assign, `user-exists`, `invalid-email-address`,
 * `service-unavailable` for a tutor while the registration of tutors is paused.
 */
export const register: Act<typeof registerUser> = async (ctx) => {
  const { actor, body, db, now, requestId, reason } = ctx
  const { role, email } = body
  if (!mayOpen(role, actor)) throw new DomainError('forbidden')
  const activated = actor !== null && isAdmin(actor.role)
  if (!activated) await refusePausedRegistration(db, role)
  const audited = (id: SQL<number>) =>
    actor
      ? auditStatements(
          { actor, db, now, requestId, reason },
          { act: 'user.register', kind: 'user', id, after: { role, email } },
        )
      : []
  const registration = { ...body, activated, consents: consentsOfOpening(actor, body) }
  const { account, token } = await openSignedIn(ctx, registration, audited)
  return { user: userView(account), token }
}

export const recallRegistered: Recall<typeof registerUser> = async (ctx, made) => {
  const { account, token } = await recallSignedIn(ctx, made)
  return { user: userView(account), token }
}
