import { and, eq, isNull } from 'drizzle-orm'
import type { endViewAs as endContract, viewAs as viewAsContract } from '#contract/view-as'
import type { Db } from '#db/client'
import { users } from '#db/schema/users'
import { viewAsSessions } from '#db/schema/view-as'
import { VIEW_AS_MS, whyNotView } from '#domain/auth/view-as'
import { DomainError, refuse } from '#domain/errors'
import type { Act } from '../http/bind.ts'
import { issueViewAsToken } from '../http/tokens.ts'
import { auditStatements } from '../staff/audit-store.ts'

const ownerColumns = { id: users.id, role: users.role, sessionsValidFrom: users.sessionsValidFrom }

/** @throws DomainError `user-not-found`. */
async function ownerOf(db: Db, id: number) {
  const [owner] = await db.select(ownerColumns).from(users).where(eq(users.id, id))
  if (!owner) throw new DomainError('user-not-found')
  return owner
}

/**
 * Starts viewing the app as another user: stores the reason, writes an audit entry, and issues a read-only token
 * (docs/rules/staff.md 5.1). It expires with the viewer's own token at the latest.
 * @throws DomainError `user-not-found`, `forbidden` for an account that the actor may not view.
 */
export const begin: Act<typeof viewAsContract> = async ({ actor, session, body, env, db, now, requestId }) => {
  const [viewer, subject] = await Promise.all([ownerOf(db, actor.id), ownerOf(db, body.userId)])
  refuse(whyNotView(viewer, subject))
  const { reason } = body
  // Basic authentication has no expiry of its own.
  const end = session.expiresAt > now ? Math.min(now + VIEW_AS_MS, session.expiresAt) : now + VIEW_AS_MS
  const [[view]] = await db.batch([
    db
      .insert(viewAsSessions)
      .values({ viewerId: viewer.id, subjectId: subject.id, reason, createdAt: now, expiresAt: end })
      .returning({ id: viewAsSessions.id }),
    ...auditStatements(
      { actor, db, now, requestId, reason },
      { act: 'user.viewAs', kind: 'user', id: subject.id, after: { until: end } },
    ),
  ])
  if (!view) throw new DomainError('unexpected')
  const viewerSessionId = session.token?.sessionId ?? null
  const token = await issueViewAsToken(env.JWT_SECRET, { id: view.id, viewer, viewerSessionId, subject, end }, now)
  return { token, expiresAt: end }
}

/**
 * Ends a view. The request uses the view's own token, so its actor is the viewed account; the audit log names the viewer.
 * @throws DomainError `illegal` for any other token.
 */
export const end: Act<typeof endContract> = async ({ actor, session, db, now, requestId }) => {
  const { viewAs } = session
  if (!viewAs) throw new DomainError('illegal', 'This token is not for viewing as somebody else')
  const [viewer] = await db.select().from(users).where(eq(users.id, viewAs.viewerId))
  if (!viewer) throw new DomainError('unauthenticated')
  await db.batch([
    db
      .update(viewAsSessions)
      .set({ endedAt: now })
      .where(and(eq(viewAsSessions.id, viewAs.id), isNull(viewAsSessions.endedAt))),
    ...auditStatements(
      { actor: viewer, db, now, requestId, reason: null },
      { act: 'user.endViewAs', kind: 'user', id: actor.id, after: { ended: now } },
    ),
  ])
  return undefined
}
