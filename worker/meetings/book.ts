import { and, eq, inArray } from 'drizzle-orm'
import type { bookDemoSession as demoSessionCall, bookInterview as interviewCall } from '#contract/meetings'
import type { RowsOf } from '#db/batch'
import type { Db } from '#db/client'
import { demoSessions } from '#db/schema/demo-sessions'
import { interviews } from '#db/schema/interviews'
import { introVideos } from '#db/schema/intro-videos'
import { SlotPurpose } from '#domain/availability/purposes'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { assertDemoSession, assertInterview } from '#domain/meetings/booking'
import { type MeetingKind, MeetingStatus } from '#domain/meetings/statuses'
import type { MeetingRequest } from '#domain/meetings/times'
import { IntroVideoState } from '#domain/onboarding/video-states'
import { type SessionId, sessionIdOf } from '#domain/sessions/session-id'
import { roomStatements } from '../chat/store.ts'
import { type ActContext, type ReadRequest, reading } from '../http/bind.ts'
import { completionStatements } from '../http/completion.ts'
import { type DecisionRead, decideAndWriteFrom } from '../http/constraints.ts'
import { scheduleNoticeStatements, triggerNotices } from '../messages/schedule-notices.ts'
import { latestInterviewStatement, meetings, notifyMeetingUpdated } from './store.ts'
import { requestedMeetingOf, requestedMeetingStatements, reserveMeetingStatements } from './times.ts'

type Calls = typeof interviewCall | typeof demoSessionCall
type RequestedRows = RowsOf<ReturnType<typeof requestedMeetingStatements>>

const slotStatements = ({ caller, body, db }: ReadRequest<Calls>) =>
  requestedMeetingStatements(db, { ...body, tutorId: caller.id })

type Booked = { sessionId: SessionId; slotId: number; start: Instant; managerId: number; tutorId: number; now: Instant }

function insertStatement(db: Db, kind: MeetingKind, { managerId, tutorId, now, ...booked }: Booked) {
  const row = { ...booked, createdAt: now, updatedAt: now }
  return kind === 'interview'
    ? db.insert(interviews).values({ ...row, interviewerId: managerId, intervieweeId: tutorId })
    : db.insert(demoSessions).values({ ...row, tutorId })
}

/** Books half an hour of a tutor manager's time, unless `check` throws for the rows of its kind. */
async function book<Rows extends readonly unknown[]>(
  kind: MeetingKind,
  ctx: ActContext<Calls>,
  read: DecisionRead<readonly [...RequestedRows, ...Rows]>,
  check: (request: MeetingRequest, ...rows: Rows) => void,
): Promise<undefined> {
  const { actor, body, db, env, now, after } = ctx
  const { slotId, start } = body
  const { purpose } = meetings[kind]
  const tutorId = actor.id
  const sessionId = sessionIdOf(kind, crypto.randomUUID())
  await decideAndWriteFrom(
    read,
    ([slots, owners, busy, ...rows]) => {
      const { request, manager } = requestedMeetingOf([slots, owners, busy], { tutorId, start, now })
      check(request, ...rows)
      if (!manager) throw new DomainError('unexpected')
      return manager
    },
    (manager) => {
      const people = [manager.id, tutorId]
      const purposes = [SlotPurpose.General, purpose]
      return db.batch([
        insertStatement(db, kind, { sessionId, slotId, start, managerId: manager.id, tutorId, now }),
        ...completionStatements(ctx, null),
        ...reserveMeetingStatements(db, { slotId, sessionId, start, people, purposes }),
        ...roomStatements(db, manager.id, tutorId, now),
        ...scheduleNoticeStatements(db, { sessionId, recipient: manager, otherId: tutorId, known: null, start }, now),
      ])
    },
    'busy-tutor-manager',
  )
  after(triggerNotices(env, start, now))
  notifyMeetingUpdated(ctx, { kind, sessionId, tutorId })
  return undefined
}

/**
 * Docs/rules/onboarding.md 4.1.
 * @throws DomainError any code of `whyNotInterview`.
 */
export const bookInterview = reading(
  (request: ReadRequest<typeof interviewCall>) =>
    [...slotStatements(request), latestInterviewStatement(request.db, request.caller.id)] as const,
  (ctx: ActContext<typeof interviewCall>, rows, readAgain) =>
    book('interview', ctx, { first: rows, readAgain }, (request, [latest]) => assertInterview(request, latest ?? null)),
)

const approvedVideoStatement = (db: Db, tutorId: number) =>
  db
    .select({ id: introVideos.id })
    .from(introVideos)
    .where(and(eq(introVideos.tutorId, tutorId), eq(introVideos.state, IntroVideoState.Approved)))

const currentDemoStatement = (db: Db, tutorId: number) =>
  db
    .select({ id: demoSessions.id })
    .from(demoSessions)
    .where(
      and(
        eq(demoSessions.tutorId, tutorId),
        inArray(demoSessions.status, [MeetingStatus.Pending, MeetingStatus.Passed]),
      ),
    )

/**
 * Docs/rules/onboarding.md 5.1.
 * @throws DomainError any code of `whyNotDemoSession`.
 */
export const bookDemoSession = reading(
  (request: ReadRequest<typeof demoSessionCall>) => {
    const { caller, db } = request
    return [
      ...slotStatements(request),
      approvedVideoStatement(db, caller.id),
      currentDemoStatement(db, caller.id),
    ] as const
  },
  (ctx: ActContext<typeof demoSessionCall>, rows, readAgain) =>
    book('demo', ctx, { first: rows, readAgain }, (request, videos, demos) =>
      assertDemoSession(request, { hasApprovedVideo: videos.length > 0, hasDemo: demos.length > 0 }),
    ),
)
