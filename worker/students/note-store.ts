import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Db } from '#db/client'
import { lessonSummaries, studentNotes } from '#db/schema/lesson-notes'
import { lessonMembers, lessons } from '#db/schema/lessons'
import type { Instant } from '#domain/cairo'

/** A tutor and one of their students. */
export type Pair = { tutorId: number; studentId: number }

const teaching = alias(lessonMembers, 'teaching')

/**
 * The lessons of a pair that were not cancelled: from the student's lessons, of which at most one is upcoming, those whose
 * other member is the tutor.
 */
const lessonsOfPair = ({ tutorId, studentId }: Pair) =>
  and(
    eq(lessonMembers.userId, studentId),
    isNull(lessons.canceledAt),
    sql`EXISTS (SELECT 1 FROM lesson_members ${teaching} WHERE ${teaching.lessonId} = ${lessonMembers.lessonId} AND ${teaching.userId} = ${tutorId})`,
  )

/** Selects a row if the pair has a past or upcoming lesson. */
export const sharedLesson = (db: Db, pair: Pair) =>
  db
    .select({ id: lessons.id })
    .from(lessonMembers)
    .innerJoin(lessons, eq(lessons.id, lessonMembers.lessonId))
    .where(lessonsOfPair(pair))
    .limit(1)

/** Selects the pair's lessons that began before an instant, with their summaries, latest first. */
export const lessonsBefore = (db: Db, pair: Pair, before: Instant) =>
  db
    .select({
      id: lessons.id,
      start: lessons.start,
      duration: lessons.duration,
      text: lessonSummaries.text,
      writtenAt: lessonSummaries.updatedAt,
    })
    .from(lessonMembers)
    .innerJoin(lessons, eq(lessons.id, lessonMembers.lessonId))
    .leftJoin(lessonSummaries, eq(lessonSummaries.lessonId, lessons.id))
    .where(and(lessonsOfPair(pair), lt(lessons.start, before)))
    .orderBy(desc(lessons.start))

/** Selects a tutor's notes about a student. */
export const notesOf = (db: Db, { tutorId, studentId }: Pair) =>
  db
    .select()
    .from(studentNotes)
    .where(and(eq(studentNotes.tutorId, tutorId), eq(studentNotes.studentId, studentId)))
