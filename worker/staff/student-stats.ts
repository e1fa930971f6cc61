import { eq } from 'drizzle-orm'
import type { ownStudentStats, studentStats } from '#contract/students'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { isAdmin, isStudent } from '#domain/roles'
import { type ReadRequest, reading } from '../http/bind.ts'
import {
  type CountedLesson,
  distinctPeople,
  endOf,
  isCanceled,
  lessonsOf,
  notCanceled,
  totalMinutes,
} from './stats-store.ts'

const counts = (lessons: CountedLesson[], measure: (lessons: CountedLesson[]) => number) => {
  const total = measure(lessons)
  const canceled = measure(lessons.filter(isCanceled))
  return { total, canceled, ratified: total - canceled }
}
const lessonCount = (lessons: CountedLesson[]) => lessons.length

/**
 * A lesson that is in progress counts neither as past nor as future (docs/rules/tutors.md 3.1).
 * @throws DomainError `forbidden` for another student's, `student-not-found`.
 */
export const statsById = reading(
  ({ params, db }: ReadRequest<typeof studentStats>) => [
    db.select({ role: users.role }).from(users).where(eq(users.id, params.id)),
    lessonsOf(db, params.id),
  ],
  async ({ actor, params, now }, [[account], all]) => {
    if (!isAdmin(actor.role) && actor.id !== params.id) throw new DomainError('forbidden')
    if (!account || !isStudent(account.role)) throw new DomainError('student-not-found')
    const future = all.filter((lesson) => lesson.start >= now)
    const past = all.filter((lesson) => endOf(lesson) <= now)
    return {
      lessonCount: {
        ...counts(all, lessonCount),
        future: counts(future, lessonCount),
        past: counts(past, lessonCount),
      },
      tutorCount: counts(all, distinctPeople),
      minutes: counts(all, totalMinutes),
    }
  },
)

/** The student's own statistics, without cancelled lessons; times in minutes. */
export const ownStats = reading(
  ({ caller, db }: ReadRequest<typeof ownStudentStats>) => [lessonsOf(db, caller.id)],
  async ({ now }, [found]) => {
    const all = notCanceled(found)
    const started = all.filter((lesson) => lesson.start < now)
    return {
      tutorCount: distinctPeople(all),
      completedLessonCount: started.length,
      upcomingLessonCount: all.filter((lesson) => endOf(lesson) > now).length,
      totalLearningTime: totalMinutes(started),
    }
  },
)
