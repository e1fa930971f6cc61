import { and, eq, gte, lte, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { availabilitySlots } from '#db/schema/availability'
import { busyQuarters, lessons, upcomingLessons } from '#db/schema/lessons'
import { profileColumns, tutors } from '#db/schema/tutors'
import { users } from '#db/schema/users'
import { hours, type Instant, quarterOf } from '#domain/cairo'
import type { BookedSlot } from '#domain/lessons/booking'
import { rangesOfQuarters } from '#domain/lessons/slots'
import { isOnboarded } from '#domain/tutors/onboarded'

/** Sessions are half an hour at the most; busy times farther from a start than this cannot touch it. */
const REACH = hours(1)

/** Quarters taken by this person around an instant. */
const busyAround = (db: Db, userId: number, at: Instant) =>
  db
    .select({ quarter: busyQuarters.quarter })
    .from(busyQuarters)
    .where(
      and(
        eq(busyQuarters.userId, userId),
        gte(busyQuarters.quarter, quarterOf(at - REACH)),
        lte(busyQuarters.quarter, quarterOf(at + REACH)),
      ),
    )

const slotById = (db: Db, slotId: number) => db.select().from(availabilitySlots).where(eq(availabilitySlots.id, slotId))

const ranges = (rows: { quarter: number }[]) => rangesOfQuarters(rows.map((row) => row.quarter))

export type TutorFacts = {
  id: number
  role: (typeof users.$inferSelect)['role']
  isOnboarded: boolean
  notice: number
  phone: string | null
  notificationMethod: number | null
}

/** What the rules ask about a wanted time: the tutor, the slot, and what both people have around it. */
export async function readTime(db: Db, wanted: { tutorId: number; studentId: number; slotId: number; start: Instant }) {
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
  const facts: TutorFacts | null = tutor
    ? {
        ...{ id: tutor.user.id, role: tutor.user.role, isOnboarded: isOnboarded({ ...tutor.profile, ...tutor.user }) },
        ...{ notice: tutor.profile.notice, phone: tutor.user.phone, notificationMethod: tutor.user.notificationMethod },
      }
    : null
  return {
    tutor: facts,
    slot: (slot as BookedSlot | undefined) ?? null,
    tutorBusy: ranges(tutorBusy),
    studentBusy: ranges(studentBusy),
    upcomingLesson: upcoming ?? null,
  }
}

/** The lesson's id where only its session is known yet: while its batch runs. */
export const lessonIdOf = (sessionId: string) =>
  sql<number>`(SELECT ${lessons.id} FROM ${lessons} WHERE ${lessons.sessionId} = ${sessionId})`
