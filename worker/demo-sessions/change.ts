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
import { decideAndWrite, stopIf } from '../http/constraints.ts'
import { updateSessionSchedule } from '../live/sessions.ts'

type Found = { demo: typeof demoSessions.$inferSelect; managerId: number }

/** @throws DomainError `forbidden` for who is neither of the two nor an admin. */
function roleIn({ demo, managerId }: Found, actor: Actor): DemoSessionActor {
  if (isAdmin(actor.role)) return 'admin'
  if (actor.id === managerId) return 'tutor-manager'
  if (actor.id === demo.tutorId) return 'tutor'
  throw new DomainError('forbidden')
}

async function decide({ actor, body, db }: At<typeof updateDemoSession>) {
  const [found] = await db
    .select({ demo: demoSessions, managerId: availabilitySlots.userId })
    .from(demoSessions)
    .innerJoin(availabilitySlots, eq(availabilitySlots.id, demoSessions.slotId))
    .where(eq(demoSessions.id, body.id))
  if (!found) throw new DomainError('demo-session-not-found')
  refuse(whyNotDemoSessionStatus(found.demo.status, body.status, roleIn(found, actor)))
  return found.demo
}

/**
 * PATCH /demo-session: the tutor cancels, the manager whose time it is judges or cancels, an admin does anything; a
 * cancelled one gives both people their time back (docs/rules/onboarding.md 5.2).
 * @throws DomainError `demo-session-not-found`, `forbidden`, `demo-session-exists` where another stands in its place.
 */
export const change: Act<typeof updateDemoSession> = async (at) => {
  const { body, db, env, now, after } = at
  const { id, status } = body
  const { decision } = await decideAndWrite(
    () => decide(at),
    (demo) =>
      db.batch([
        stopIf(
          db,
          sql`(SELECT ${demoSessions.status} FROM ${demoSessions} WHERE ${demoSessions.id} = ${id}) <> ${demo.status}`,
        ),
        db.update(demoSessions).set({ status, updatedAt: now }).where(eq(demoSessions.id, id)),
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
}
