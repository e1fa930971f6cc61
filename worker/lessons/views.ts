import type { Db } from '#db/client'
import { lessonSummaries } from '#db/schema/lesson-notes'
import type { Instant } from '#domain/cairo'
import { isStudent } from '#domain/roles'
import { loadOutcomes } from '../attendance/store.ts'
import { isAmong } from '../http/filters.ts'
import { type LessonRow, membersOf, withStatus } from './store.ts'

/**
 * Lessons with their members, what their tutors wrote about them (docs/rules/lessons.md 9.1) and, of those that have begun,
 * their outcome as `viewerId` sees it.
 */
export async function lessonViews(db: Db, found: LessonRow[], viewerId: number, now: Instant) {
  const ids = found.map((one) => one.id)
  const [everybody, written] = await Promise.all([
    membersOf(db, ids),
    db.select().from(lessonSummaries).where(isAmong(lessonSummaries.lessonId, ids)),
  ])
  const members = Map.groupBy(everybody, (one) => one.lessonId)
  const summaries = new Map(written.map(({ lessonId, text, updatedAt }) => [lessonId, { text, updatedAt }]))
  const withPeople = found.flatMap((lesson) => {
    const both = members.get(lesson.id) ?? []
    const student = both.find(({ role }) => isStudent(role))
    const tutor = both.find((one) => one !== student)
    return student && tutor ? [{ lesson, studentId: student.userId, tutorId: tutor.userId }] : []
  })
  const outcomes = await loadOutcomes(db, withPeople, viewerId, now)
  return found.map((lesson) => ({
    lesson: withStatus(lesson, now),
    members: members.get(lesson.id) ?? [],
    summary: summaries.get(lesson.id) ?? null,
    outcome: outcomes.get(lesson.id) ?? null,
  }))
}
