import { asc, eq } from 'drizzle-orm'
import type { lessonAttendance } from '#contract/lesson-decisions'
import { sessionEvents } from '#db/schema/sessions'
import { minutes } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { rangeOf } from '#domain/lessons/durations'
import { attendedDuring, presenceOf } from '#domain/sessions/attendance'
import type { Act } from '../http/bind.ts'
import { decisionsOf, findLesson, membersOf } from './store.ts'

/**
 * The recorded presence of both members of a lesson, and the decisions about it (docs/rules/lessons.md 8.4).
 * @throws DomainError `lesson-not-found`.
 */
export const attendance: Act<typeof lessonAttendance> = async ({ params, db, now }) => {
  const found = await findLesson(db, params.id)
  if (!found) throw new DomainError('lesson-not-found')
  const { lesson } = found
  const [members, events, decisions] = await Promise.all([
    membersOf(db, [lesson.id]),
    db
      .select({ userId: sessionEvents.userId, type: sessionEvents.type, at: sessionEvents.createdAt })
      .from(sessionEvents)
      .where(eq(sessionEvents.sessionId, lesson.sessionId))
      .orderBy(asc(sessionEvents.createdAt), asc(sessionEvents.id)),
    decisionsOf(db, lesson.id),
  ])
  const byUser = Map.groupBy(events, ({ userId }) => userId)
  return {
    members: members.map(({ userId, name, image, role }) => {
      const times = presenceOf(byUser.get(userId) ?? [])
      const attended = Math.round(attendedDuring(times, rangeOf(lesson), now) / minutes(1))
      return { id: userId, name, image, role, times, minutes: attended }
    }),
    decisions,
  }
}
