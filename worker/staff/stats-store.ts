import { and, eq, ne } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Db } from '#db/client'
import { lessonMembers, lessons } from '#db/schema/lessons'
import type { Instant } from '#domain/cairo'
import { type LessonDuration, rangeOf } from '#domain/lessons/durations'

const others = alias(lessonMembers, 'others')

/** The fields of a lesson that statistics use; `duration` in minutes, `otherId` is the other member. */
export type CountedLesson = { start: Instant; duration: LessonDuration; otherId: number; canceledAt: Instant | null }

/** Selects all lessons of a user: past, future and cancelled. */
export const lessonsOf = (db: Db, userId: number) =>
  db
    .select({
      start: lessons.start,
      duration: lessons.duration,
      otherId: others.userId,
      canceledAt: lessons.canceledAt,
    })
    .from(lessonMembers)
    .innerJoin(lessons, eq(lessons.id, lessonMembers.lessonId))
    .innerJoin(others, and(eq(others.lessonId, lessonMembers.lessonId), ne(others.userId, lessonMembers.userId)))
    .where(eq(lessonMembers.userId, userId))

/** As `lessonsOf`, without the other member, which saves reading one row per lesson. */
export const timesOf = (db: Db, userId: number) =>
  db
    .select({ start: lessons.start, duration: lessons.duration, canceledAt: lessons.canceledAt })
    .from(lessonMembers)
    .innerJoin(lessons, eq(lessons.id, lessonMembers.lessonId))
    .where(eq(lessonMembers.userId, userId))

export const endOf = (lesson: CountedLesson): Instant => rangeOf(lesson).end
export const isCanceled = (lesson: CountedLesson): boolean => lesson.canceledAt !== null
/** The number of other members; a person met in several lessons counts once. */
export const distinctPeople = (counted: CountedLesson[]): number => new Set(counted.map((one) => one.otherId)).size
/** The sum of the booked durations in minutes. */
export const totalMinutes = (counted: CountedLesson[]): number => counted.reduce((sum, one) => sum + one.duration, 0)
export const notCanceled = (counted: CountedLesson[]): CountedLesson[] => counted.filter((one) => !isCanceled(one))
