import { eq, sql } from 'drizzle-orm'
import type { updateDemoSession } from '#contract/demo-sessions'
import { availabilitySlots } from '#db/schema/availability'
import { demoSessions } from '#db/schema/demo-sessions'
import { busyQuarters } from '#db/schema/lessons'
import { type DemoSessionActor, isDemoSessionCanceled, whyNotDemoSessionStatus } from '#domain/demo-sessions/statuses'
import { DomainError, refuse } from '#domain/errors'
import { isAdmin } from '#domain/roles'
import { auditStatements } from '../audit/entry.ts'
import type { Actor } from '../http/app-env.ts'
import type { Act, At } from '../http/bind.ts'
import { abortIf, decideAndWrite } from '../http/constraints.ts'
import { assertVersion, nextVersion, versionStatement } from '../http/versions.ts'
import { notifyOnboarding } from '../live/onboarding.ts'
import { updateSessionSchedule } from '../live/sessions.ts'
import { notifyQueues } from '../live/staff-queues.ts'

type Found = { demo: typeof demoSessions.$inferSelect; managerId: number }

/** @throws DomainError `forbidden` for an account that is neither of its two people nor an admin's. */
function roleIn({ demo, managerId }: Found, actor: Actor): DemoSessionActor {
  if (isAdmin(actor.role)) return 'admin'
  if (actor.id === managerId) return 'tutor-manager'
  if (actor.id === demo.tutorId) return 'tutor'
  throw new DomainError('forbidden')
}

async function decide(at: At<typeof updateDemoSession>) {
  const { body, db } = at
  const [found] = await db
    .select({ demo: demoSessions, managerId: availabilitySlots.userId })
    .from(demoSessions)
    .innerJoin(availabilitySlots, eq(availabilitySlots.id, demoSessions.slotId))
    .where(eq(demoSessions.id, body.id))
  if (!found) throw new DomainError('demo-session-not-found')
  const role = roleIn(found, at.actor)
  assertVersion(at, found.demo)
  refuse(whyNotDemoSessionStatus(found.demo.status, body.status, role))
  return found.demo
}

/**
 * Sets the status: the tutor may cancel, the slot's manager judge or cancel, an admin do anything. Cancelling frees the time
 * of both people (docs/rules/onboarding.md 5.2).
 * @throws DomainError `demo-session-not-found`, `forbidden`, `demo-session-exists` when the tutor has another one by now,
 * `version-conflict`.
 */
export const change: Act<typeof updateDemoSession> = async (at) => {
  const { body, db, env, now, after } = at
  const { id, status } = body
  const { decision } = await decideAndWrite(
    () => decide(at),
    (demo) =>
      db.batch([
        versionStatement(at, demoSessions, id),
        abortIf(
          db,
          sql`(SELECT ${demoSessions.status} FROM ${demoSessions} WHERE ${demoSessions.id} = ${id}) <> ${demo.status}`,
        ),
        db
          .update(demoSessions)
          .set({ status, updatedAt: nextVersion(demoSessions, now) })
          .where(eq(demoSessions.id, id)),
        ...(isDemoSessionCanceled(status)
          ? [db.delete(busyQuarters).where(eq(busyQuarters.sessionId, demo.sessionId))]
          : []),
        ...auditStatements(at, {
          act: 'demoSession.update',
          kind: 'demo-session',
          id,
          before: { status: demo.status },
          after: { status },
        }),
      ]),
    'demo-session-exists',
  )
  after(updateSessionSchedule(env, decision.sessionId))
  after(notifyQueues(env, 'demo-sessions'))
  after(notifyOnboarding(env, decision.tutorId, 'demoSession'))
}
