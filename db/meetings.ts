import { eq, sql } from 'drizzle-orm'
import { minutes } from '#domain/cairo'
import { isMeetingCanceled } from '#domain/meetings/statuses'
import { meetingRange } from '#domain/meetings/times'
import type { ScheduledMeeting } from '#domain/sessions/access'
import { isSessionId, kindOf, type SessionId, type SessionKind } from '#domain/sessions/session-id'
import type { Db } from './client.ts'
import { availabilitySlots } from './schema/availability.ts'
import { demoSessions } from './schema/demo-sessions.ts'
import { interviews } from './schema/interviews.ts'
import { lessonMembers, lessons } from './schema/lessons.ts'

async function findLesson(db: Db, sessionId: SessionId): Promise<ScheduledMeeting | null> {
  const rows = await db
    .select({
      start: lessons.start,
      duration: lessons.duration,
      userId: lessonMembers.userId,
      isCanceled: sql<number>`${lessons.canceledAt} IS NOT NULL`,
    })
    .from(lessons)
    .innerJoin(lessonMembers, eq(lessonMembers.lessonId, lessons.id))
    .where(eq(lessons.sessionId, sessionId))
  const [lesson] = rows
  return lesson
    ? {
        kind: 'lesson',
        memberIds: rows.map(({ userId }) => userId),
        isCanceled: lesson.isCanceled === 1,
        start: lesson.start,
        end: lesson.start + minutes(lesson.duration),
      }
    : null
}

async function findInterview(db: Db, sessionId: SessionId): Promise<ScheduledMeeting | null> {
  const [row] = await db.select().from(interviews).where(eq(interviews.sessionId, sessionId))
  return row
    ? {
        kind: 'interview',
        memberIds: [row.interviewerId, row.intervieweeId],
        isCanceled: isMeetingCanceled(row.status),
        ...meetingRange(row.start),
      }
    : null
}

/** The manager is the owner of the slot. */
async function findDemoSession(db: Db, sessionId: SessionId): Promise<ScheduledMeeting | null> {
  const [row] = await db
    .select({
      start: demoSessions.start,
      status: demoSessions.status,
      tutorId: demoSessions.tutorId,
      managerId: availabilitySlots.userId,
    })
    .from(demoSessions)
    .innerJoin(availabilitySlots, eq(availabilitySlots.id, demoSessions.slotId))
    .where(eq(demoSessions.sessionId, sessionId))
  return row
    ? {
        kind: 'demo',
        memberIds: [row.managerId, row.tutorId],
        isCanceled: isMeetingCanceled(row.status),
        ...meetingRange(row.start),
      }
    : null
}

const find = { lesson: findLesson, interview: findInterview, demo: findDemoSession } satisfies Record<
  SessionKind,
  unknown
>

/** The current state of the meeting with this session; null when there is none. */
export const findMeeting = async (db: Db, sessionId: string): Promise<ScheduledMeeting | null> =>
  isSessionId(sessionId) ? find[kindOf(sessionId)](db, sessionId) : null
