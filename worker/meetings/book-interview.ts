import type { bookInterview } from '#contract/interviews'
import type { RowsOf } from '#db/batch'
import { interviews } from '#db/schema/interviews'
import { SlotPurpose } from '#domain/availability/purposes'
import { DomainError } from '#domain/errors'
import { assertInterview } from '#domain/meetings/booking'
import { sessionIdOf } from '#domain/sessions/session-id'
import {
  type Manager,
  requestedMeetingOf,
  requestedMeetingStatements,
  reserveMeetingStatements,
} from '../availability/store.ts'
import { roomStatements } from '../chat/store.ts'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { completionStatements } from '../http/completion.ts'
import { decideAndWriteFrom } from '../http/constraints.ts'
import { notifyOnboarding } from '../live/onboarding.ts'
import { updateSessionSchedule } from '../live/sessions.ts'
import { notifyQueues } from '../live/staff-queues.ts'
import { triggerDelivery, whatsAppStatements } from '../messages/outbox.ts'
import { formatMessageTime } from '../messages/times.ts'
import { latestStatement } from './interview-store.ts'

/** Reads what an interview is decided on. */
const decisionStatements = ({ asker, body, db }: ReadRequest<typeof bookInterview>) =>
  [latestStatement(db, asker.id), ...requestedMeetingStatements(db, { ...body, tutorId: asker.id })] as const

type Read = RowsOf<ReturnType<typeof decisionStatements>>

/** @throws DomainError any code of `whyNotInterview`. */
function decide({ actor, body, now }: ActContext<typeof bookInterview>, [[latest], ...meeting]: Read): Manager {
  const { request, manager } = requestedMeetingOf(meeting, { tutorId: actor.id, start: body.start, now })
  assertInterview(request, latest ?? null)
  if (!manager) throw new DomainError('unexpected')
  return manager
}

/**
 * Books half an hour of a tutor manager's time (docs/rules/onboarding.md 4.1).
 * @throws DomainError any code of `whyNotInterview`.
 */
export const book = reading(decisionStatements, async (ctx: ActContext<typeof bookInterview>, rows, readAgain) => {
  const { actor, body, db, env, now, after } = ctx
  const { start } = body
  const purposes = [SlotPurpose.General, SlotPurpose.Interview]
  const sessionId = sessionIdOf('interview', crypto.randomUUID())
  await decideAndWriteFrom(
    { first: rows, readAgain },
    (read) => decide(ctx, read),
    (manager) => {
      const people = [manager.id, actor.id]
      return db.batch([
        db.insert(interviews).values({
          sessionId,
          interviewerId: manager.id,
          intervieweeId: actor.id,
          slotId: body.slotId,
          start,
          createdAt: now,
          updatedAt: now,
        }),
        ...completionStatements(ctx, null),
        ...reserveMeetingStatements(db, { slotId: body.slotId, sessionId, start, people, purposes }),
        ...roomStatements(db, manager.id, actor.id, now),
        ...whatsAppStatements(
          db,
          manager,
          { template: 'new_interview_booked', params: { date: formatMessageTime(start) } },
          now,
        ),
      ])
    },
    'busy-tutor-manager',
  )
  after(updateSessionSchedule(env, sessionId))
  after(triggerDelivery(env))
  after(notifyQueues(env, 'interviews'))
  after(notifyOnboarding(env, actor.id, 'interview'))
  return undefined
})
