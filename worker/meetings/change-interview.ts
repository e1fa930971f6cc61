import { eq, sql } from 'drizzle-orm'
import type { updateInterview } from '#contract/interviews'
import type { RowsOf } from '#db/batch'
import { interviews } from '#db/schema/interviews'
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
import type { InterviewRow } from './interview-store.ts'

/** @throws DomainError `forbidden` for an account that is neither one of its two people nor an admin. */
function roleIn(interview: InterviewRow, actor: Actor): MeetingActor {
  if (isAdmin(actor.role)) return 'admin'
  if (actor.id === interview.interviewerId) return 'manager'
  if (actor.id === interview.intervieweeId) return 'tutor'
  throw new DomainError('forbidden')
}

type Changing = ActContext<typeof updateInterview>

/** Reads what a change is decided on: the interview, and how to notify its two people. */
function decisionStatements({ body: { id }, db }: ReadRequest<typeof updateInterview>) {
  const { interviewerId, intervieweeId } = interviews
  const isIt = eq(interviews.id, id)
  const peopleIds = sql`SELECT ${interviewerId} FROM ${interviews} WHERE ${isIt} UNION SELECT ${intervieweeId} FROM ${interviews} WHERE ${isIt}`
  return [db.select().from(interviews).where(isIt), recipientsOf(db, peopleIds)] as const
}

type Read = RowsOf<ReturnType<typeof decisionStatements>>

async function decide(ctx: Changing, [[interview], people]: Read) {
  const {
    body: { id: _id, ...change },
    db,
    now,
  } = ctx
  if (!interview) throw new DomainError('interview-not-found')
  const role = roleIn(interview, ctx.actor)
  assertVersion(ctx, interview)
  const { interviewerFeedback: managerFeedback, intervieweeFeedback: tutorFeedback, ...rest } = change
  assertMeetingChange({ kind: 'interview', ...interview }, { ...rest, managerFeedback, tutorFeedback }, role, now)
  const meeting = { ...interview, managerId: interview.interviewerId, tutorId: interview.intervieweeId }
  const to = change.status === undefined ? null : meetingPhase(change.status)
  const effect = to === null ? 'kept' : meetingTimeEffect(to, interview.start, now)
  if (effect === 'taken') await assertTimeFree(db, meeting)
  return { interview, meeting, to, effect, people }
}

/**
 * Changes an interview: the interviewee may cancel it or give feedback, the interviewer may judge it, an admin may do
 * anything. Cancelling, and a verdict before the start, free the time of both people (docs/rules/onboarding.md 3.3, 4.5).
 * @throws DomainError `interview-not-found`, `forbidden`, any code of `whyNotMeetingChanged` and `assertTimeFree`,
 * `version-conflict`.
 */
export const change = reading(decisionStatements, async (ctx: ActContext<typeof updateInterview>, rows, readAgain) => {
  const { body, db, env, now, after } = ctx
  const { id, ...changed } = body
  const { decision } = await decideAndWriteFrom(
    { first: rows, readAgain },
    (read) => decide(ctx, read),
    (decided) => {
      const { status, interviewerFeedback, intervieweeFeedback, note, level } = decided.interview
      return db.batch([
        versionStatement(ctx, interviews, id),
        abortIf(
          db,
          'interview-decided',
          sql`(SELECT ${interviews.status} FROM ${interviews} WHERE ${interviews.id} = ${id}) <> ${status}`,
        ),
        db
          .update(interviews)
          .set({ ...changed, updatedAt: nextVersion(interviews, now) })
          .where(eq(interviews.id, id)),
        ...timeStatements(db, decided.meeting, decided.effect),
        ...meetingUpdateStatements(ctx, 'interview', decided),
        ...auditStatements(ctx, {
          act: 'interview.update',
          kind: 'interview',
          id,
          before: { status, interviewerFeedback, intervieweeFeedback, note, level },
          after: changed,
        }),
      ])
    },
    'conflicting-interview',
  )
  after(updateSessionSchedule(env, decision.interview.sessionId))
  if (changed.status !== undefined) after(triggerDelivery(env))
  after(notifyQueues(env, 'interviews'))
  after(notifyOnboarding(env, decision.interview.intervieweeId, 'interview'))
  return undefined
})
