import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { lessons, upcomingLessons } from '#db/schema/lessons'
import { profileColumns, tutors } from '#db/schema/tutors'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { isOnboarded } from '#domain/tutors/onboarded'
import { busyAround, busyRanges, slotById } from '../availability/store.ts'

export type BookingTutor = {
  id: number
  role: (typeof users.$inferSelect)['role']
  isOnboarded: boolean
  notice: number
  phone: string | null
  notificationMethod: number | null
}

/** What the rules ask about a wanted time: the tutor, the slot, and what both people have around it. */
export async function loadRequestedTime(
  db: Db,
  wanted: { tutorId: number; studentId: number; slotId: number; start: Instant },
) {
  const { tutorId, studentId, slotId, start } = wanted
  const [[tutor], [slot], tutorBusy, studentBusy, [upcoming]] = await db.batch([
    db
      .select({ user: users, profile: profileColumns })
      .from(users)
      .innerJoin(tutors, eq(tutors.id, users.id))
      .where(eq(users.id, tutorId)),
    slotById(db, slotId),
    busyAround(db, tutorId, start),
    busyAround(db, studentId, start),
    db
      .select({ start: lessons.start, duration: lessons.duration, canceledAt: lessons.canceledAt })
      .from(upcomingLessons)
      .innerJoin(lessons, eq(lessons.id, upcomingLessons.lessonId))
      .where(eq(upcomingLessons.studentId, studentId)),
  ])
  const facts: BookingTutor | null = tutor
    ? {
        id: tutor.user.id,
        role: tutor.user.role,
        isOnboarded: isOnboarded({ ...tutor.profile, ...tutor.user }),
        notice: tutor.profile.notice,
        phone: tutor.user.phone,
        notificationMethod: tutor.user.notificationMethod,
      }
    : null
  return {
    tutor: facts,
    slot: slot ?? null,
    tutorBusy: busyRanges(tutorBusy),
    studentBusy: busyRanges(studentBusy),
    upcomingLesson: upcoming ?? null,
  }
}

/** The lesson's id where only its session is known yet: while its batch runs. */
export const lessonIdOf = (sessionId: string) =>
  sql<number>`(SELECT ${lessons.id} FROM ${lessons} WHERE ${lessons.sessionId} = ${sessionId})`
