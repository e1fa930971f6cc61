import { eq } from 'drizzle-orm'
import type { ownTutorStats, tutorActivity, tutorStats } from '#contract/tutors'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { isTutorSide } from '#domain/roles'
import { activityOf } from '#domain/tutors/activity'
import { type ReadRequest, reading } from '../http/bind.ts'
import { tutorsCheck, tutorsFor } from '../tutors/store.ts'
import { distinctPeople, endOf, lessonsOf, notCanceled, timesOf, totalMinutes } from './stats-store.ts'

/**
 * Counts lessons that have ended and were not cancelled; times in minutes (docs/rules/tutors.md 3.2).
 * @throws DomainError `tutor-not-found`.
 */
export const publicStats = reading(
  ({ params, db }: ReadRequest<typeof tutorStats>) => [
    db.select({ role: users.role }).from(users).where(eq(users.id, params.id)),
    lessonsOf(db, params.id),
  ],
  async ({ now }, [[account], all]) => {
    if (!account || !isTutorSide(account.role)) throw new DomainError('tutor-not-found')
    const past = notCanceled(all).filter((lesson) => endOf(lesson) <= now)
    return { lessonCount: past.length, studentCount: distinctPeople(past), totalMinutes: totalMinutes(past) }
  },
)

/** The tutor's own statistics. Completed lessons have started; the total and the students include future lessons. */
export const ownStats = reading(
  ({ caller, db }: ReadRequest<typeof ownTutorStats>) => [lessonsOf(db, caller.id)],
  async ({ now }, [found]) => {
    const all = notCanceled(found)
    const started = all.filter((lesson) => lesson.start < now)
    return {
      studentCount: distinctPeople(all),
      completedLessonCount: started.length,
      totalLessonCount: all.length,
      totalTutoringTime: totalMinutes(started),
    }
  },
)

/**
 * The days in Cairo on which an onboarded tutor taught.
 * @throws DomainError `tutor-not-found`.
 */
export const activity = reading(
  ({ caller, params, db, now }: ReadRequest<typeof tutorActivity>) => [
    timesOf(db, params.id),
    ...tutorsCheck(db, now, caller),
  ],
  async (ctx, [taught, changed]) => {
    const { entries } = await tutorsFor(ctx, changed)
    if (!entries.has(ctx.params.id)) throw new DomainError('tutor-not-found')
    return activityOf(taught, ctx.now)
  },
)
