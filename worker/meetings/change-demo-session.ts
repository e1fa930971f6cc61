import { eq, sql } from 'drizzle-orm'
import type { updateDemoSession } from '#contract/demo-sessions'
import type { RowsOf } from '#db/batch'
import { availabilitySlots } from '#db/schema/availability'
import { demoSessions } from '#db/schema/demo-sessions'
import { DomainError } from '#domain/errors'
import { assertMeetingChange } from '#domain/meetings/changes'
import { type MeetingActor, meetingPhase } from '#domain/meetings/statuses'
import { meetingTimeEffect } from '#domain/meetings/times'
import { isAdmin } from '#domain/roles'
import { assertTimeFree, timeStatements } from '../availability/store.ts'
import type { Actor } from '../http/app-env.ts'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { abortIf, decideAndWriteFrom } from '../http/constraints.ts'
import { assertVersion, nextVersion, versionStatement } from '../http/versions.ts'
import { notifyOnboarding } from '../live/onboarding.ts'
import { updateSessionSchedule } from '../live/sessions.ts'
import { notifyQueues } from '../live/staff-queues.ts'
import { meetingUpdateStatements, recipientsOf } from '../messages/onboarding.ts'
import { triggerDelivery } from '../messages/outbox.ts'
import { auditStatements } from '../staff/audit-store.ts'
import type { DemoSessionRow } from './demo-session-store.ts'

type Found = { demo: DemoSessionRow; managerId: number }
type Changing = ActContext<typeof updateDemoSession>

/** @throws DomainError `forbidden` for an account that is neither one of its two people nor an admin. */
function roleIn({ demo, managerId }: Found, actor: Actor): MeetingActor {
  if (isAdmin(actor.role)) return 'admin'
  if (actor.id === managerId) return 'manager'
  if (actor.id === demo.tutorId) return 'tutor'
  throw new DomainError('forbidden')
}

/** Reads what a change is decided on: the demo session, and how to notify its two people. */
function decisionStatements({ body: { id }, db }: ReadRequest<typeof updateDemoSession>) {
  const isIt = eq(demoSessions.id, id)
  const ofSlot = eq(availabilitySlots.id, demoSessions.slotId)
  const peopleIds = sql`SELECT ${demoSessions.tutorId} FROM ${demoSessions} WHERE ${isIt}
    UNION SELECT ${availabilitySlots.userId} FROM ${demoSessions} JOIN ${availabilitySlots} ON ${ofSlot} WHERE ${isIt}`
  return [
    db
      .select({ demo: demoSessions, managerId: sql<number>`${availabilitySlots.userId}`.as('manager_id') })
      .from(demoSessions)
      .innerJoin(availabilitySlots, ofSlot)
      .where(isIt),
    recipientsOf(db, peopleIds),
  ] as const
}

type Read = RowsOf<ReturnType<typeof decisionStatements>>

async function decide(ctx: Changing, [[found], people]: Read) {
  const {
    body: { id: _id, ...change },
    db,
    now,
  } = ctx
  if (!found) throw new DomainError('demo-session-not-found')
  const { demo, managerId } = found
  const role = roleIn(found, ctx.actor)
  assertVersion(ctx, demo)
  const { tutorManagerFeedback: managerFeedback, ...rest } = change
  assertMeetingChange({ kind: 'demo', ...demo }, { ...rest, managerFeedback }, role, now)
  const meeting = { ...demo, managerId }
  const to = change.status === undefined ? null : meetingPhase(change.status)
  const effect = to === null ? 'kept' : meetingTimeEffect(to, demo.start, now)
  if (effect === 'taken') await assertTimeFree(db, meeting)
  return { demo, meeting, to, effect, people }
}

/**
 * Changes a demo session: the tutor may cancel it or give feedback, the slot's manager may judge or cancel it, an admin may
 * do anything. Cancelling, and a verdict before the start, free the time of both people (docs/rules/onboarding.md 3.3, 5.2,
 * 5.4).
 * @throws DomainError `demo-session-not-found`, any code of `whyNotMeetingChanged` and `assertTimeFree`,
 * `demo-session-exists` when the tutor has another one by now, `version-conflict`.
 */
export const change = reading(
  decisionStatements,
  async (ctx: ActContext<typeof updateDemoSession>, rows, readAgain) => {
    const { body, db, env, now, after } = ctx
    const { id, ...changed } = body
    const { decision } = await decideAndWriteFrom(
      { first: rows, readAgain },
      (read) => decide(ctx, read),
      (decided) => {
        const { status, tutorManagerFeedback, tutorFeedback, note, level } = decided.demo
        return db.batch([
          versionStatement(ctx, demoSessions, id),
          abortIf(
            db,
            'demo-session-decided',
            sql`(SELECT ${demoSessions.status} FROM ${demoSessions} WHERE ${demoSessions.id} = ${id}) <> ${status}`,
          ),
          db
            .update(demoSessions)
            .set({ ...changed, updatedAt: nextVersion(demoSessions, now) })
            .where(eq(demoSessions.id, id)),
          ...timeStatements(db, decided.meeting, decided.effect),
          ...meetingUpdateStatements(ctx, 'demo', decided),
          ...auditStatements(ctx, {
            act: 'demoSession.update',
            kind: 'demo-session',
            id,
            before: { status, tutorManagerFeedback, tutorFeedback, note, level },
            after: changed,
          }),
        ])
      },
      'demo-session-exists',
    )
    after(updateSessionSchedule(env, decision.demo.sessionId))
    if (changed.status !== undefined) after(triggerDelivery(env))
    after(notifyQueues(env, 'demo-sessions'))
    after(notifyOnboarding(env, decision.demo.tutorId, 'demoSession'))
    return undefined
  },
)
