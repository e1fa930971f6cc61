import { sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { demoSessions } from '#db/schema/demo-sessions'
import { interviews } from '#db/schema/interviews'
import { lessons } from '#db/schema/lessons'
import type { SlotSession } from '#domain/availability/changes'
import { SlotPurpose } from '#domain/availability/purposes'
import { minutes } from '#domain/cairo'
import { DemoSessionStatus } from '#domain/demo-sessions/statuses'
import { INTERVIEW_MINUTES, InterviewStatus } from '#domain/interviews/statuses'

/** A session of any kind in a slot, with the id that its quarters are kept under. */
export type Session = SlotSession & { sessionId: string }

/** Ids travel as one JSON text: a statement takes a hundred parameters at the most. */
export const idList = (ids: number[]) => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`

const halfHour = (start: number) => ({ start, end: start + minutes(INTERVIEW_MINUTES) })

/** Everything that was ever booked in these slots. */
export async function sessionsIn(db: Db, slotIds: number[]): Promise<Session[]> {
  const ids = idList(slotIds)
  const [lessonRows, interviewRows, demoRows] = await db.batch([
    db.select().from(lessons).where(sql`${lessons.slotId} IN ${ids}`),
    db.select().from(interviews).where(sql`${interviews.slotId} IN ${ids}`),
    db.select().from(demoSessions).where(sql`${demoSessions.slotId} IN ${ids}`),
  ])
  return [
    ...lessonRows.map(({ id, slotId, sessionId, start, duration, canceledAt }) => ({
      ...{ kind: SlotPurpose.Lesson, id, slotId, sessionId, isOpen: canceledAt === null },
      ...{ start, end: start + minutes(duration) },
    })),
    ...interviewRows.map(({ id, slotId, sessionId, start, status }) => ({
      ...{ kind: SlotPurpose.Interview, id, slotId, sessionId, isOpen: status === InterviewStatus.Pending },
      ...halfHour(start),
    })),
    ...demoRows.map(({ id, slotId, sessionId, start, status }) => ({
      ...{ kind: SlotPurpose.DemoSession, id, slotId, sessionId, isOpen: status === DemoSessionStatus.Pending },
      ...halfHour(start),
    })),
  ]
}
