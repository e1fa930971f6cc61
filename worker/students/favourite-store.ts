import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { favouriteTutors } from '#db/schema/favourite-tutors'
import type { Instant } from '#domain/cairo'
import { MAX_FAVOURITES } from '#domain/tutors/favourites'

const isPair = (studentId: number, tutorId: number) =>
  and(eq(favouriteTutors.studentId, studentId), eq(favouriteTutors.tutorId, tutorId))

/** Selects a student's favourite tutors, latest first, including those no longer listed. */
export const favouritesOf = (db: Db, studentId: number) =>
  db
    .select({ id: favouriteTutors.tutorId })
    .from(favouriteTutors)
    .where(eq(favouriteTutors.studentId, studentId))
    .orderBy(desc(favouriteTutors.createdAt), desc(favouriteTutors.tutorId))

/**
 * Stores a favourite, unless it is already stored; false when the student has reached the limit. The limit is part of the
 * statement, so that concurrent requests cannot exceed it.
 */
export async function storeFavourite(db: Db, studentId: number, tutorId: number, now: Instant): Promise<boolean> {
  const [, stored] = await db.batch([
    db
      .insert(favouriteTutors)
      .select(
        sql`SELECT ${studentId}, ${tutorId}, ${now} WHERE (SELECT COUNT(*) FROM ${favouriteTutors} WHERE ${favouriteTutors.studentId} = ${studentId}) < ${MAX_FAVOURITES}`,
      )
      .onConflictDoNothing(),
    db.select({ id: favouriteTutors.tutorId }).from(favouriteTutors).where(isPair(studentId, tutorId)),
  ])
  return stored.length > 0
}

/** Removes a favourite, if there is one. */
export const removeFavourite = (db: Db, studentId: number, tutorId: number) =>
  db.delete(favouriteTutors).where(isPair(studentId, tutorId))
