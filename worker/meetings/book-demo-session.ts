import { and, eq, inArray } from 'drizzle-orm'
import type { bookDemoSession } from '#contract/demo-sessions'
import type { RowsOf } from '#db/batch'
import { demoSessions } from '#db/schema/demo-sessions'
import { introVideos } from '#db/schema/intro-videos'
import { SlotPurpose } from '#domain/availability/purposes'
import { DomainError } from '#domain/errors'
import { assertDemoSession } from '#domain/meetings/booking'
import { MeetingStatus } from '#domain/meetings/statuses'
import { IntroVideoState } from '#domain/onboarding/video-states'
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

/** Reads what a demo session is decided on. */
const decisionStatements = ({ asker, body, db }: ReadRequest<typeof bookDemoSession>) =>
  [
    db
      .select({ id: introVideos.id })
      .from(introVideos)
      .where(and(eq(introVideos.tutorId, asker.id), eq(introVideos.state, IntroVideoState.Approved))),
    db
      .select({ id: demoSessions.id })
      .from(demoSessions)
      .where(
        and(
          eq(demoSessions.tutorId, asker.id),
          inArray(demoSessions.status, [MeetingStatus.Pending, MeetingStatus.Passed]),
        ),
      ),
    ...requestedMeetingStatements(db, { ...body, tutorId: asker.id }),
  ] as const

type Read = RowsOf<ReturnType<typeof decisionStatements>>

/** @throws DomainError any code of `whyNotDemoSession`. */
function decide({ actor, body, now }: ActContext<typeof bookDemoSession>, [videos, demos, ...meeting]: Read): Manager {
  const { request, manager } = requestedMeetingOf(meeting, { tutorId: actor.id, start: body.start, now })
  assertDemoSession(request, { hasApprovedVideo: videos.length > 0, hasDemo: demos.length > 0 })
  if (!manager) throw new DomainError('unexpected')
  return manager
}

/**
 * Books half an hour in which a tutor teaches a tutor manager (docs/rules/onboarding.md 5.1).
 * @throws DomainError any code of `whyNotDemoSession`.
 */
export const book = reading(decisionStatements, async (ctx: ActContext<typeof bookDemoSession>, rows, readAgain) => {
  const { actor, body, db, env, now, after } = ctx
  const { start } = body
  const purposes = [SlotPurpose.General, SlotPurpose.DemoSession]
  const sessionId = sessionIdOf('demo', crypto.randomUUID())
  await decideAndWriteFrom(
    { first: rows, readAgain },
    (read) => decide(ctx, read),
    (manager) => {
      const kept = { sessionId, tutorId: actor.id, slotId: body.slotId, start, createdAt: now, updatedAt: now }
      return db.batch([
        db.insert(demoSessions).values(kept),
        ...completionStatements(ctx, null),
        ...reserveMeetingStatements(db, {
          slotId: body.slotId,
          sessionId,
          start,
          people: [manager.id, actor.id],
          purposes,
        }),
        ...roomStatements(db, manager.id, actor.id, now),
        ...whatsAppStatements(
          db,
          manager,
          { template: 'new_demo_session_booked', params: { date: formatMessageTime(start) } },
          now,
        ),
      ])
    },
    'busy-tutor-manager',
  )
  after(updateSessionSchedule(env, sessionId))
  after(triggerDelivery(env))
  after(notifyQueues(env, 'demo-sessions'))
  after(notifyOnboarding(env, actor.id, 'demoSession'))
  return undefined
})
