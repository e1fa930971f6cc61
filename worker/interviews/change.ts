import { eq, sql } from 'drizzle-orm'
import type { updateInterview } from '#contract/interviews'
import { interviews } from '#db/schema/interviews'
import { busyQuarters } from '#db/schema/lessons'
import { DomainError } from '#domain/errors'
import { assertChange } from '#domain/interviews/changes'
import { type InterviewActor, isInterviewCanceled } from '#domain/interviews/statuses'
import { isAdmin } from '#domain/roles'
import { auditStatements } from '../audit/entry.ts'
import type { Actor } from '../http/app-env.ts'
import type { Act, At } from '../http/bind.ts'
import { abortIf, decideAndWrite } from '../http/constraints.ts'
import { assertVersion, nextVersion, versionStatement } from '../http/versions.ts'
import { notifyOnboarding } from '../live/onboarding.ts'
import { updateSessionSchedule } from '../live/sessions.ts'
import { notifyQueues } from '../live/staff-queues.ts'
import type { InterviewRow } from './store.ts'

/** @throws DomainError `forbidden` for an account that is neither of its two people nor an admin's. */
function roleIn(interview: InterviewRow, actor: Actor): InterviewActor {
  if (isAdmin(actor.role)) return 'admin'
  if (actor.id === interview.interviewerId) return 'interviewer'
  if (actor.id === interview.intervieweeId) return 'interviewee'
  throw new DomainError('forbidden')
}

async function decide(at: At<typeof updateInterview>) {
  const {
    body: { id, ...change },
    db,
    now,
  } = at
  const [interview] = await db.select().from(interviews).where(eq(interviews.id, id))
  if (!interview) throw new DomainError('interview-not-found')
  const role = roleIn(interview, at.actor)
  assertVersion(at, interview)
  assertChange(interview, change, role, now)
  return interview
}

/**
 * Changes an interview: the interviewee may cancel or give feedback, the interviewer judge, an admin do anything. Cancelling
 * frees the time of both people (docs/rules/onboarding.md 4.5).
 * @throws DomainError `interview-not-found`, `forbidden`, any code of `whyNotChanged`, `version-conflict`.
 */
export const change: Act<typeof updateInterview> = async (at) => {
  const { body, db, env, now, after } = at
  const { id, ...changed } = body
  const { decision } = await decideAndWrite(
    () => decide(at),
    (found) => {
      const { status, interviewerFeedback, intervieweeFeedback, note, level } = found
      const isFreed = changed.status !== undefined && isInterviewCanceled(changed.status)
      return db.batch([
        versionStatement(at, interviews, id),
        abortIf(db, sql`(SELECT ${interviews.status} FROM ${interviews} WHERE ${interviews.id} = ${id}) <> ${status}`),
        db
          .update(interviews)
          .set({ ...changed, updatedAt: nextVersion(interviews, now) })
          .where(eq(interviews.id, id)),
        ...(isFreed ? [db.delete(busyQuarters).where(eq(busyQuarters.sessionId, found.sessionId))] : []),
        ...auditStatements(at, {
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
  after(updateSessionSchedule(env, decision.sessionId))
  after(notifyQueues(env, 'interviews'))
  after(notifyOnboarding(env, decision.intervieweeId, 'interview'))
}
