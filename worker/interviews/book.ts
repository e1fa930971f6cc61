import type { bookInterview } from '#contract/interviews'
import { interviews } from '#db/schema/interviews'
import { SlotPurpose } from '#domain/availability/purposes'
import { DomainError } from '#domain/errors'
import { assertInterview } from '#domain/interviews/booking'
import { sessionIdOf } from '#domain/sessions/session-id'
import { loadManagerMeeting, type Manager, reserveMeetingStatements } from '../availability/store.ts'
import { roomStatements } from '../chat/store.ts'
import type { Act, At } from '../http/bind.ts'
import { completionStatements } from '../http/completion.ts'
import { decideAndWrite } from '../http/constraints.ts'
import { notifyOnboarding } from '../live/onboarding.ts'
import { updateSessionSchedule } from '../live/sessions.ts'
import { notifyQueues } from '../live/staff-queues.ts'
import { triggerDelivery, whatsAppStatements } from '../messages/outbox.ts'
import { formatMessageTime } from '../messages/times.ts'
import { latestOf } from './store.ts'

async function decide({ actor, body, db, now }: At<typeof bookInterview>): Promise<Manager> {
  const time = { tutorId: actor.id, slotId: body.slotId, start: body.start, now }
  const [{ request, manager }, latest] = await Promise.all([loadManagerMeeting(db, time), latestOf(db, actor.id)])
  assertInterview(request, latest)
  if (!manager) throw new DomainError('unexpected')
  return manager
}

/**
 * Books half an hour of a tutor manager's time (docs/rules/onboarding.md 4.1).
 * @throws DomainError any code of `whyNotInterview`.
 */
export const book: Act<typeof bookInterview> = async (at) => {
  const { actor, body, db, env, now, after } = at
  const { start } = body
  const purposes = [SlotPurpose.General, SlotPurpose.Interview]
  const sessionId = sessionIdOf('interview', crypto.randomUUID())
  await decideAndWrite(
    () => decide(at),
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
        ...completionStatements(at, null),
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
}
