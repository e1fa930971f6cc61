import { and, desc, eq, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Member } from '#contract/users'
import type { Db } from '#db/client'
import { availabilitySlots } from '#db/schema/availability'
import type { demoSessions } from '#db/schema/demo-sessions'
import { interviews } from '#db/schema/interviews'
import { users } from '#db/schema/users'
import { SlotPurpose } from '#domain/availability/purposes'
import { InterviewStatus, isMeetingCanceled, type MeetingKind } from '#domain/meetings/statuses'
import type { ActContext } from '../http/bind.ts'
import { isAmong } from '../http/filters.ts'
import { notifyOnboarding } from '../live/onboarding.ts'
import { updateSessionSchedule } from '../live/sessions.ts'
import { notifyQueues } from '../live/staff-queues.ts'
import { membersById, type membersStatement } from '../users/store.ts'

/** What is named differently for the two kinds of meeting (docs/rules/onboarding.md 4.1, 5.1). */
export const meetings = {
  interview: {
    purpose: SlotPurpose.Interview,
    step: 'interview',
    queue: 'interviews',
    booked: 'new_interview_booked',
    canceled: 'interview_canceled',
    judged: 'interview_judged',
    reminder: 'interview_reminder',
    notFound: 'interview-not-found',
    /** The tutor has another one. */
    exists: 'conflicting-interview',
    record: 'interview',
    update: 'interview.update',
    managerFeedback: 'interviewerFeedback',
    tutorFeedback: 'intervieweeFeedback',
  },
  demo: {
    purpose: SlotPurpose.DemoSession,
    step: 'demoSession',
    queue: 'demo-sessions',
    booked: 'new_demo_session_booked',
    canceled: 'demo_session_canceled',
    judged: 'demo_session_judged',
    reminder: 'demo_session_reminder',
    notFound: 'demo-session-not-found',
    exists: 'demo-session-exists',
    record: 'demo-session',
    update: 'demoSession.update',
    managerFeedback: 'tutorManagerFeedback',
    tutorFeedback: 'tutorFeedback',
  },
} as const satisfies Record<MeetingKind, object>

type InterviewRow = typeof interviews.$inferSelect
type DemoSessionRow = typeof demoSessions.$inferSelect

const CANCELED = Object.values(InterviewStatus).filter(isMeetingCanceled)

/** Selects a tutor's latest interview that was not cancelled (docs/rules/onboarding.md 1.2). */
export const latestInterviewStatement = (db: Db, tutorId: number) =>
  db
    .select()
    .from(interviews)
    .where(and(eq(interviews.intervieweeId, tutorId), notInArray(interviews.status, CANCELED)))
    .orderBy(desc(interviews.createdAt), desc(interviews.id))
    .limit(1)

/** Adds to an interview its two people. */
export const interviewView =
  (memberOf: (id: number) => Member) =>
  ({ foldedInterviewerFeedback: _ofInterviewer, foldedIntervieweeFeedback: _ofInterviewee, ...one }: InterviewRow) => ({
    ...one,
    interviewer: memberOf(one.interviewerId),
    interviewee: memberOf(one.intervieweeId),
  })

/** Selects the managers of the selected slots, each with the slot. */
export const managersStatement = (db: Db, slotIds: SQL) =>
  db
    .select({
      slotId: sql<number>`${availabilitySlots.id}`.as('slot_id'),
      member: { id: users.id, name: users.name, englishName: users.englishName, image: users.image, role: users.role },
    })
    .from(availabilitySlots)
    .innerJoin(users, eq(users.id, availabilitySlots.userId))
    .where(isAmong(availabilitySlots.id, slotIds))

/** Adds to a demo session its tutor and the manager of its slot, from the rows of `managersStatement`. */
export function demoSessionView(
  tutors: Awaited<ReturnType<typeof membersStatement>>,
  managers: Awaited<ReturnType<typeof managersStatement>>,
) {
  const tutorOf = membersById(tutors)
  const managerOf = membersById(managers.map(({ member }) => member))
  const managerIds = new Map(managers.map(({ slotId, member }) => [slotId, member.id]))
  return (one: DemoSessionRow) => ({
    ...one,
    tutor: tutorOf(one.tutorId),
    tutorManager: managerOf(managerIds.get(one.slotId) ?? 0),
  })
}

/** Tells everybody who sees a meeting that it was booked or changed. Call after the batch has committed. */
export function notifyMeetingUpdated(
  { env, after }: Pick<ActContext<never>, 'env' | 'after'>,
  { kind, sessionId, tutorId }: { kind: MeetingKind; sessionId: string; tutorId: number },
): void {
  after(updateSessionSchedule(env, sessionId))
  after(notifyQueues(env, meetings[kind].queue))
  after(notifyOnboarding(env, tutorId, meetings[kind].step))
}
