import type { Db } from '#db/client'
import { sessionEvents } from '#db/schema/sessions'
import type { Instant } from '#domain/cairo'
import type { RoomNews } from '#domain/sessions/room'
import { PresenceEvent, type SessionId } from '#domain/sessions/session-id'

/** A line of the attendance log: who came or went, and when. */
export type Attendance = { type: PresenceEvent; userId: number; at: Instant }

/** What of the news belongs into the log: another tab of somebody who is inside anyway does not. */
export const attendanceOf = (news: readonly RoomNews[], at: Instant): Attendance[] =>
  news.flatMap((one): Attendance[] => {
    if (one.type === 'joined') return [{ type: PresenceEvent.UserJoined, userId: one.userId, at }]
    return one.type === 'left' ? [{ type: PresenceEvent.UserLeft, userId: one.userId, at }] : []
  })

export const writeAttendance = (db: Db, sessionId: SessionId, rows: readonly Attendance[]) =>
  db.insert(sessionEvents).values(rows.map(({ type, userId, at }) => ({ type, userId, sessionId, createdAt: at })))
