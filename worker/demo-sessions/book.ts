import { and, eq, inArray } from 'drizzle-orm'
import type { bookDemoSession } from '#contract/demo-sessions'
import type { Db } from '#db/client'
import { demoSessions } from '#db/schema/demo-sessions'
import { introVideos } from '#db/schema/intro-videos'
import { SlotPurpose } from '#domain/availability/purposes'
import { type Applicant, assertDemoSession } from '#domain/demo-sessions/booking'
import { DemoSessionStatus } from '#domain/demo-sessions/statuses'
import { DomainError } from '#domain/errors'
import { IntroVideoState } from '#domain/intro-videos/states'
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

async function applicantOf(db: Db, tutorId: number): Promise<Applicant> {
  const [videos, demos] = await db.batch([
    db
      .select({ id: introVideos.id })
      .from(introVideos)
      .where(and(eq(introVideos.tutorId, tutorId), eq(introVideos.state, IntroVideoState.Approved))),
    db
      .select({ id: demoSessions.id })
      .from(demoSessions)
      .where(
        and(
          eq(demoSessions.tutorId, tutorId),
          inArray(demoSessions.status, [DemoSessionStatus.Pending, DemoSessionStatus.Passed]),
        ),
      ),
  ])
  return { hasApprovedVideo: videos.length > 0, hasDemo: demos.length > 0 }
}

async function decide({ actor, body, db, now }: At<typeof bookDemoSession>): Promise<Manager> {
  const time = { tutorId: actor.id, slotId: body.slotId, start: body.start, now }
  const [{ request, manager }, applicant] = await Promise.all([loadManagerMeeting(db, time), applicantOf(db, actor.id)])
  assertDemoSession(request, applicant)
  if (!manager) throw new DomainError('unexpected')
  return manager
}

/**
 * Books half an hour in which a tutor teaches a tutor manager (docs/rules/onboarding.md 5.1).
 * @throws DomainError any code of `whyNotDemoSession`.
 */
export const book: Act<typeof bookDemoSession> = async (at) => {
  const { actor, body, db, env, now, after } = at
  const { start } = body
  const purposes = [SlotPurpose.General, SlotPurpose.DemoSession]
  const sessionId = sessionIdOf('demo', crypto.randomUUID())
  await decideAndWrite(
    () => decide(at),
    (manager) => {
      const kept = { sessionId, tutorId: actor.id, slotId: body.slotId, start, createdAt: now, updatedAt: now }
      return db.batch([
        db.insert(demoSessions).values(kept),
        ...completionStatements(at, null),
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
}
