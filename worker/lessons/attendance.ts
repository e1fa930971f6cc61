import { eq, sql } from 'drizzle-orm'
import type { lessonAttendance } from '#contract/lesson-decisions'
import { lessons } from '#db/schema/lessons'
import { minutes } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { rangeOf } from '#domain/lessons/durations'
import { attendedDuring } from '#domain/sessions/attendance'
import { type ReadRequest, reading } from '../http/bind.ts'
import { allPresencesOf, eventsOf } from './attendance-store.ts'
import { decisionStatement, decisionsOf, memberStatement, memberViews } from './store.ts'

/**
 * The recorded presence of both members of a lesson, and the decisions about it (docs/rules/lessons.md 8.4).
 * @throws DomainError `lesson-not-found`.
 */
export const attendance = reading(
  ({ params: { id }, db }: ReadRequest<typeof lessonAttendance>) => [
    db.select().from(lessons).where(eq(lessons.id, id)),
    memberStatement(db, id),
    eventsOf(db, sql`SELECT ${lessons.sessionId} FROM ${lessons} WHERE ${lessons.id} = ${id}`),
    decisionStatement(db, id),
  ],
  async (ctx, [[lesson], members, events, decisions]) => {
    if (!lesson) throw new DomainError('lesson-not-found')
    const presences = await allPresencesOf(ctx, events, [lesson])
    return {
      members: memberViews(members).map(({ userId, name, image, role }) => {
        const times = presences(lesson.sessionId, userId)
        const attended = Math.round(attendedDuring(times, rangeOf(lesson), ctx.now) / minutes(1))
        return { id: userId, name, image, role, times, minutes: attended }
      }),
      decisions: decisionsOf(decisions),
    }
  },
)
