import { eq, sql } from 'drizzle-orm'
import { minutes } from '#domain/cairo'
import { isMeetingCanceled, type MeetingKind } from '#domain/meetings/statuses'
import { meetingRange } from '#domain/meetings/times'
import type { ScheduledMeeting } from '#domain/sessions/access'
import { isSessionId, kindOf, type SessionId } from '#domain/sessions/session-id'
import type { Db } from './client.ts'
import { demoSessions } from './schema/demo-sessions.ts'
import { interviews } from './schema/interviews.ts'
import { lessonMembers, lessons } from './schema/lessons.ts'

/**
 * The tables of interviews and demo sessions, with one name for what each stores under its own. The manager of a demo session
 * is the owner of its slot.
 */
export const meetingTables = {
  interview: {
    table: interviews,
    tutorId: sql<number>`interviews.interviewee_id`,
    managerId: sql<number>`interviews.interviewer_id`,
  },
  demo: {
    table: demoSessions,
    tutorId: sql<number>`demo_sessions.tutor_id`,
    managerId: sql<number>`(SELECT user_id FROM availability_slots WHERE id = demo_sessions.slot_id)`,
  },
} as const

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

async function findOfKind(db: Db, kind: MeetingKind, sessionId: SessionId): Promise<ScheduledMeeting | null> {
  const { table, tutorId, managerId } = meetingTables[kind]
  const [row] = await db
    .select({ start: table.start, status: table.status, tutorId, managerId })
    .from(table)
    .where(eq(table.sessionId, sessionId))
  return row
    ? {
        kind,
        memberIds: [row.managerId, row.tutorId],
        isCanceled: isMeetingCanceled(row.status),
        ...meetingRange(row.start),
      }
    : null
}

/** The current state of the lesson or meeting with this session; null when there is none. */
export async function findMeeting(db: Db, sessionId: string): Promise<ScheduledMeeting | null> {
  if (!isSessionId(sessionId)) return null
  const kind = kindOf(sessionId)
  return kind === 'lesson' ? findLesson(db, sessionId) : findOfKind(db, kind, sessionId)
}
