import { and, eq, gte, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Db } from '#db/client'
import { meetingTables } from '#db/meetings'
import { lessonMembers, lessons } from '#db/schema/lessons'
import { users } from '#db/schema/users'
import { type Instant, minutes, type TimeRange } from '#domain/cairo'
import { type CalendarEvent, MAX_EVENTS } from '#domain/lessons/calendar-events'
import { isMeetingCanceled, type MeetingKind, type MeetingStatus } from '#domain/meetings/statuses'
import { meetingRange } from '#domain/meetings/times'

function meetingsOf(db: Db, kind: MeetingKind, userId: number, from: Instant) {
  const { table, tutorId, managerId } = meetingTables[kind]
  const { id, start, status, createdAt, updatedAt, sequence } = table
  return db
    .select({ id, start, status, createdAt, updatedAt, sequence, otherName: users.name })
    .from(table)
    .innerJoin(users, sql`${users.id} = CASE ${tutorId} WHEN ${userId} THEN ${managerId} ELSE ${tutorId} END`)
    .where(and(or(eq(tutorId, userId), eq(managerId, userId)), gte(start, from)))
    .orderBy(start)
    .limit(MAX_EVENTS)
}

/** A person's lessons, interviews and demo sessions that start at `from` or later, by start, including cancelled ones. */
export async function eventsOf(db: Db, userId: number, from: Instant): Promise<CalendarEvent[]> {
  const other = alias(lessonMembers, 'other')
  const [ofLessons, interviews, demoSessions] = await db.batch([
    db
      .select({ lesson: lessons, otherName: users.name })
      .from(lessonMembers)
      .innerJoin(lessons, eq(lessons.id, lessonMembers.lessonId))
      .innerJoin(other, and(eq(other.lessonId, lessons.id), ne(other.userId, userId)))
      .innerJoin(users, eq(users.id, other.userId))
      .where(and(eq(lessonMembers.userId, userId), gte(lessons.start, from)))
      .orderBy(lessons.start)
      .limit(MAX_EVENTS),
    meetingsOf(db, 'interview', userId, from),
    meetingsOf(db, 'demo', userId, from),
  ])
  const events = [
    ...ofLessons.map(({ lesson, otherName }) => {
      const { start, duration, canceledAt } = lesson
      return eventFrom('lesson', lesson, { start, end: start + minutes(duration) }, canceledAt !== null, otherName)
    }),
    ...interviews.map((one) => meetingEvent('interview', one)),
    ...demoSessions.map((one) => meetingEvent('demo', one)),
  ]
  return events.toSorted((one, another) => one.start - another.start || one.id - another.id).slice(0, MAX_EVENTS)
}

const eventFrom = (
  kind: CalendarEvent['kind'],
  { id, createdAt, updatedAt, sequence }: Pick<CalendarEvent, 'id' | 'createdAt' | 'updatedAt' | 'sequence'>,
  { start, end }: TimeRange,
  isCanceled: boolean,
  otherName: string | null,
): CalendarEvent => ({ kind, id, start, end, isCanceled, createdAt, updatedAt, sequence, otherName })

type Found = {
  id: number
  start: Instant
  status: MeetingStatus
  createdAt: Instant
  updatedAt: Instant
  sequence: number
}

const meetingEvent = (kind: MeetingKind, { otherName, ...one }: Found & { otherName: string | null }): CalendarEvent =>
  eventFrom(kind, one, meetingRange(one.start), isMeetingCanceled(one.status), otherName)
