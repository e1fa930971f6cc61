import type { Db } from '#db/client'
import { lessonSummaries } from '#db/schema/lesson-notes'
import type { Instant } from '#domain/cairo'
import { isStudent } from '#domain/roles'
import { outcomeStatements, outcomesOf, withArchivedEvents } from '../attendance/store.ts'
import type { Env } from '../env.ts'
import { isAmong } from '../http/filters.ts'
import { type LessonRow, memberStatement, memberViews, withStatus } from './store.ts'

/**
 * Lessons with their members, what their tutors wrote about them (docs/rules/lessons.md 9.1) and, of those that have begun,
 * their outcome as `viewerId` sees it.
 */
export async function lessonViews(
  { env, db, now }: { env: Env; db: Db; now: Instant },
  found: LessonRow[],
  viewerId: number,
) {
  const ids = found.map((one) => one.id)
  const [everybody, written, ...ofOutcomes] = await db.batch([
    memberStatement(db, ids),
    db.select().from(lessonSummaries).where(isAmong(lessonSummaries.lessonId, ids)),
    ...outcomeStatements(db, found, now),
  ])
  const members = Map.groupBy(memberViews(everybody), (one) => one.lessonId)
  const summaries = new Map(written.map(({ lessonId, text, updatedAt }) => [lessonId, { text, updatedAt }]))
  const withPeople = found.flatMap((lesson) => {
    const both = members.get(lesson.id) ?? []
    const student = both.find(({ role }) => isStudent(role))
    const tutor = both.find((one) => one !== student)
    return student && tutor ? [{ lesson, studentId: student.userId, tutorId: tutor.userId }] : []
  })
  const outcomes = outcomesOf(await withArchivedEvents(env, ofOutcomes, found, now), withPeople, viewerId, now)
  return found.map((lesson) => ({
    lesson: withStatus(lesson, now),
    members: members.get(lesson.id) ?? [],
    summary: summaries.get(lesson.id) ?? null,
    outcome: outcomes.get(lesson.id) ?? null,
  }))
}
