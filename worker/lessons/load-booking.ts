import { eq, type SQL, sql } from 'drizzle-orm'
import type { RowsOf } from '#db/batch'
import type { Db } from '#db/client'
import { lessons, upcomingLessons } from '#db/schema/lessons'
import { profileColumns, tutors } from '#db/schema/tutors'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { isOnboarded } from '#domain/tutors/onboarded'
import { busyAround, busyRangesOf, slotById } from '../availability/store.ts'
import { holdsOf } from './hold-store.ts'

export type BookingTutor = {
  id: number
  role: (typeof users.$inferSelect)['role']
  isOnboarded: boolean
  /** Minutes. */
  notice: number
  phone: string | null
  notificationMethod: number | null
}

type RequestedTime = {
  tutorId: number | SQL
  studentId: number | SQL
  slotId: number
  start: Instant
  now: Instant
}

/** The statements whose rows `requestedTimeOf` takes. */
export const requestedTimeStatements = (db: Db, { tutorId, studentId, slotId, start, now }: RequestedTime) =>
  [
    db
      .select({ user: users, profile: profileColumns })
      .from(users)
      .innerJoin(tutors, eq(tutors.id, users.id))
      .where(eq(users.id, tutorId)),
    slotById(db, slotId),
    busyAround(db, [tutorId, studentId], start),
    db
      .select({ start: lessons.start, duration: lessons.duration, canceledAt: lessons.canceledAt })
      .from(upcomingLessons)
      .innerJoin(lessons, eq(lessons.id, upcomingLessons.lessonId))
      .where(eq(upcomingLessons.studentId, studentId)),
    holdsOf(db, tutorId, now),
  ] as const

/** Everything that the rules need about a requested time: the tutor, the slot, the busy times of both members, and the holds. */
export function requestedTimeOf(
  [[found], [slot], busy, upcomingLessons, holds]: RowsOf<ReturnType<typeof requestedTimeStatements>>,
  studentId: number,
) {
  const tutor: BookingTutor | null = found
    ? {
        id: found.user.id,
        role: found.user.role,
        isOnboarded: isOnboarded({ ...found.profile, ...found.user }),
        notice: found.profile.notice,
        phone: found.user.phone,
        notificationMethod: found.user.notificationMethod,
      }
    : null
  return {
    tutor,
    slot: slot ?? null,
    tutorBusy: busyRangesOf(
      busy.filter((row) => row.reservedFor !== studentId),
      tutor?.id,
    ),
    /** What is reserved for this student every week, which is theirs to book (docs/rules/lessons.md 15.6). */
    reservations: busyRangesOf(
      busy.filter((row) => row.reservedFor === studentId),
      tutor?.id,
    ),
    studentBusy: busyRangesOf(busy, studentId),
    upcomingLessons,
    holds,
  }
}

/** The id of a lesson inserted by the same batch, looked up by its session. */
export const lessonIdOf = (sessionId: string) =>
  sql<number>`(SELECT ${lessons.id} FROM ${lessons} WHERE ${lessons.sessionId} = ${sessionId})`
