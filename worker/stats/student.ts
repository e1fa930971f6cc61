import { eq } from 'drizzle-orm'
import type { ownStudentStats, studentStats } from '#contract/students'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { isAdmin, isStudent } from '#domain/roles'
import type { Act } from '../http/bind.ts'
import { type CountedLesson, distinctPeople, endOf, isCanceled, lessonsOf, notCanceled, totalMinutes } from './store.ts'

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
export const statsById: Act<typeof studentStats> = async ({ actor, params, db, now }) => {
  if (!isAdmin(actor.role) && actor.id !== params.id) throw new DomainError('forbidden')
  const [account] = await db.select({ role: users.role }).from(users).where(eq(users.id, params.id))
  if (!account || !isStudent(account.role)) throw new DomainError('student-not-found')
  const all = await lessonsOf(db, params.id)
  return {
    lessonCount: {
      ...counts(all, lessonCount),
      future: counts(
        all.filter((lesson) => lesson.start >= now),
        lessonCount,
      ),
      past: counts(
        all.filter((lesson) => endOf(lesson) <= now),
        lessonCount,
      ),
    },
    tutorCount: counts(all, distinctPeople),
    minutes: counts(all, totalMinutes),
  }
}

/** The student's own statistics, without cancelled lessons; times in minutes. */
export const ownStats: Act<typeof ownStudentStats> = async ({ actor, db, now }) => {
  const all = notCanceled(await lessonsOf(db, actor.id))
  const started = all.filter((lesson) => lesson.start < now)
  return {
    tutorCount: distinctPeople(all),
    completedLessonCount: started.length,
    upcomingLessonCount: all.filter((lesson) => endOf(lesson) > now).length,
    totalLearningTime: totalMinutes(started),
  }
}
