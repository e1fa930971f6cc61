import type { lessonAttendance } from '#contract/lesson-decisions'
import { minutes } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { rangeOf } from '#domain/lessons/durations'
import { attendedDuring } from '#domain/sessions/attendance'
import { loadAllPresences } from '../attendance/store.ts'
import type { Act } from '../http/bind.ts'
import { decisionStatement, decisionsOf, findLesson, memberStatement, memberViews } from './store.ts'

/**
 * The recorded presence of both members of a lesson, and the decisions about it (docs/rules/lessons.md 8.4).
 * @throws DomainError `lesson-not-found`.
 */
export const attendance: Act<typeof lessonAttendance> = async ({ params, env, db, now }) => {
  const found = await findLesson(db, params.id)
  if (!found) throw new DomainError('lesson-not-found')
  const { lesson } = found
  const [members, presences, decisions] = await Promise.all([
    memberStatement(db, [lesson.id]),
    loadAllPresences({ env, db, now }, [lesson]),
    decisionStatement(db, lesson.id),
  ])
  return {
    members: memberViews(members).map(({ userId, name, image, role }) => {
      const times = presences(lesson.sessionId, userId)
      const attended = Math.round(attendedDuring(times, rangeOf(lesson), now) / minutes(1))
      return { id: userId, name, image, role, times, minutes: attended }
    }),
    decisions: decisionsOf(decisions),
  }
}
