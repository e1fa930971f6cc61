import { eq } from 'drizzle-orm'
import type { ownTutorStats, tutorActivity, tutorStats } from '#contract/tutors'
import type { Db } from '#db/client'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { isTutorSide } from '#domain/roles'
import { activityOf } from '#domain/tutors/activity'
import type { Act } from '../http/bind.ts'
import { tutorNow } from '../tutors/store.ts'
import { distinctPeople, endOf, lessonsOf, notCanceled, totalMinutes } from './store.ts'

async function assertTutor(db: Db, id: number): Promise<void> {
  const [account] = await db.select({ role: users.role }).from(users).where(eq(users.id, id))
  if (!account || !isTutorSide(account.role)) throw new DomainError('tutor-not-found')
}

/**
 * Counts lessons that have ended and were not cancelled; times in minutes (docs/rules/tutors.md 3.2).
 * @throws DomainError `tutor-not-found`.
 */
export const publicStats: Act<typeof tutorStats> = async ({ params, db, now }) => {
  await assertTutor(db, params.id)
  const past = notCanceled(await lessonsOf(db, params.id)).filter((lesson) => endOf(lesson) <= now)
  return { lessonCount: past.length, studentCount: distinctPeople(past), totalMinutes: totalMinutes(past) }
}

/** The tutor's own statistics. Completed lessons have started; the total and the students include future lessons. */
export const ownStats: Act<typeof ownTutorStats> = async ({ actor, db, now }) => {
  const all = notCanceled(await lessonsOf(db, actor.id))
  const started = all.filter((lesson) => lesson.start < now)
  return {
    studentCount: distinctPeople(all),
    completedLessonCount: started.length,
    totalLessonCount: all.length,
    totalTutoringTime: totalMinutes(started),
  }
}

/**
 * The days in Cairo on which an onboarded tutor taught.
 * @throws DomainError `tutor-not-found`.
 */
export const activity: Act<typeof tutorActivity> = async ({ params, db, now }) => {
  if (!(await tutorNow(db, params.id, now))) throw new DomainError('tutor-not-found')
  return activityOf(await lessonsOf(db, params.id), now)
}
