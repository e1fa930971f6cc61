import { and, eq, gte, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Db } from '#db/client'
import { availabilitySlots } from '#db/schema/availability'
import { demoSessions } from '#db/schema/demo-sessions'
import { interviews } from '#db/schema/interviews'
import { lessonMembers, lessons } from '#db/schema/lessons'
import { users } from '#db/schema/users'
import { type Instant, minutes, type TimeRange } from '#domain/cairo'
import { type CalendarEvent, MAX_EVENTS } from '#domain/lessons/calendar-events'
import { isMeetingCanceled } from '#domain/meetings/statuses'
import { meetingRange } from '#domain/meetings/times'

/** A person's lessons, interviews and demo sessions that start at `from` or later, by start, including cancelled ones. */
export async function eventsOf(db: Db, userId: number, from: Instant): Promise<CalendarEvent[]> {
  const other = alias(lessonMembers, 'other')
  const isMine = (one: typeof interviews.interviewerId) => eq(one, userId)
  const [ofLessons, ofInterviews, ofDemoSessions] = await db.batch([
    db
      .select({ lesson: lessons, otherName: users.name })
      .from(lessonMembers)
      .innerJoin(lessons, eq(lessons.id, lessonMembers.lessonId))
      .innerJoin(other, and(eq(other.lessonId, lessons.id), ne(other.userId, userId)))
      .innerJoin(users, eq(users.id, other.userId))
      .where(and(eq(lessonMembers.userId, userId), gte(lessons.start, from)))
      .orderBy(lessons.start)
      .limit(MAX_EVENTS),
    db
      .select({ interview: interviews, otherName: users.name })
      .from(interviews)
      .innerJoin(
        users,
        sql`${users.id} = CASE ${interviews.interviewerId} WHEN ${userId} THEN ${interviews.intervieweeId} ELSE ${interviews.interviewerId} END`,
      )
      .where(
        and(or(isMine(interviews.interviewerId), eq(interviews.intervieweeId, userId)), gte(interviews.start, from)),
      )
      .orderBy(interviews.start)
      .limit(MAX_EVENTS),
    db
      .select({ demo: demoSessions, otherName: users.name })
      .from(demoSessions)
      .innerJoin(availabilitySlots, eq(availabilitySlots.id, demoSessions.slotId))
      .innerJoin(
        users,
        sql`${users.id} = CASE ${demoSessions.tutorId} WHEN ${userId} THEN ${availabilitySlots.userId} ELSE ${demoSessions.tutorId} END`,
      )
      .where(
        and(or(eq(demoSessions.tutorId, userId), eq(availabilitySlots.userId, userId)), gte(demoSessions.start, from)),
      )
      .orderBy(demoSessions.start)
      .limit(MAX_EVENTS),
  ])
  const events = [
    ...ofLessons.map(({ lesson, otherName }) => {
      const { start, duration, canceledAt } = lesson
      return eventFrom('lesson', lesson, { start, end: start + minutes(duration) }, canceledAt !== null, otherName)
    }),
    ...ofInterviews.map(({ interview, otherName }) => {
      const isCanceled = isMeetingCanceled(interview.status)
      return eventFrom('interview', interview, meetingRange(interview.start), isCanceled, otherName)
    }),
    ...ofDemoSessions.map(({ demo, otherName }) =>
      eventFrom('demo', demo, meetingRange(demo.start), isMeetingCanceled(demo.status), otherName),
    ),
  ]
  return events.toSorted((one, another) => one.start - another.start || one.id - another.id).slice(0, MAX_EVENTS)
}

const eventFrom = (
  kind: CalendarEvent['kind'],
  { id, createdAt, updatedAt }: { id: number; createdAt: Instant; updatedAt: Instant },
  { start, end }: TimeRange,
  isCanceled: boolean,
  otherName: string | null,
): CalendarEvent => ({ kind, id, start, end, isCanceled, createdAt, updatedAt, otherName })
