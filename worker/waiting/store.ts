import { and, asc, eq, exists, gt, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Db } from '#db/client'
import { heldTimes } from '#db/schema/held-times'
import { users } from '#db/schema/users'
import { freedTimes, timeOffers, waits } from '#db/schema/waiting'
import type { Instant } from '#domain/cairo'
import { MAX_WAITS } from '#domain/lessons/waiting'
import { uploadUrl } from '../files/store.ts'

const isPair = (studentId: number, tutorId: number) => and(eq(waits.studentId, studentId), eq(waits.tutorId, tutorId))

const student = alias(users, 'student')
const tutor = alias(users, 'tutor')

/** Selects who waits: this student, or for this tutor, the first to come first. */
export const waitsOf = (db: Db, userId: number, now: Instant) =>
  db
    .select({
      studentId: waits.studentId,
      studentName: sql<string | null>`${student.name}`.as('student_name'),
      studentEnglishName: sql<string | null>`${student.englishName}`.as('student_english_name'),
      studentImage: sql<string | null>`${student.image}`.as('student_image'),
      tutorId: waits.tutorId,
      tutorName: sql<string | null>`${tutor.name}`.as('tutor_name'),
      tutorEnglishName: sql<string | null>`${tutor.englishName}`.as('tutor_english_name'),
      tutorImage: sql<string | null>`${tutor.image}`.as('tutor_image'),
      isEvening: waits.isEvening,
      createdAt: waits.createdAt,
      offerStart: sql<Instant | null>`${timeOffers.start}`.as('offer_start'),
      offerEnd: sql<Instant | null>`${timeOffers.end}`.as('offer_end'),
      offerUntil: sql<Instant | null>`${timeOffers.until}`.as('offer_until'),
    })
    .from(waits)
    .innerJoin(student, eq(student.id, waits.studentId))
    .innerJoin(tutor, eq(tutor.id, waits.tutorId))
    .leftJoin(
      timeOffers,
      and(
        eq(timeOffers.studentId, waits.studentId),
        eq(timeOffers.tutorId, waits.tutorId),
        isNull(timeOffers.outcome),
        gt(timeOffers.until, now),
      ),
    )
    .where(or(eq(waits.studentId, userId), eq(waits.tutorId, userId)))
    .orderBy(asc(waits.createdAt), asc(waits.studentId))

type WaitRow = Awaited<ReturnType<typeof waitsOf>>[number]

export const waitView = (row: WaitRow) => ({
  student: {
    id: row.studentId,
    name: row.studentName,
    englishName: row.studentEnglishName,
    image: uploadUrl(row.studentImage),
  },
  tutor: { id: row.tutorId, name: row.tutorName, englishName: row.tutorEnglishName, image: uploadUrl(row.tutorImage) },
  isEvening: row.isEvening,
  createdAt: row.createdAt,
  offer:
    row.offerStart === null || row.offerEnd === null || row.offerUntil === null
      ? null
      : { start: row.offerStart, end: row.offerEnd, until: row.offerUntil },
})

/**
 * Stores that a student waits; who waits already keeps their place, and may change whether only for evenings. False when the
 * student has reached the limit, which is part of the statement, so that concurrent requests cannot exceed it.
 */
export async function storeWait(
  db: Db,
  { studentId, tutorId, isEvening }: { studentId: number; tutorId: number; isEvening: boolean },
  now: Instant,
): Promise<boolean> {
  const others = sql`(SELECT COUNT(*) FROM ${waits} WHERE ${waits.studentId} = ${studentId} AND ${waits.tutorId} <> ${tutorId})`
  const [, stored] = await db.batch([
    db
      .insert(waits)
      .select(sql`SELECT ${studentId}, ${tutorId}, ${Number(isEvening)}, 0, ${now} WHERE ${others} < ${MAX_WAITS}`)
      .onConflictDoUpdate({ target: [waits.studentId, waits.tutorId], set: { isEvening } }),
    db.select({ id: waits.tutorId }).from(waits).where(isPair(studentId, tutorId)),
  ])
  return stored.length > 0
}

/** The statement that ends the waiting of a student for a tutor, and returns it; a trigger passes on what is offered. */
export const endWait = (db: Db, studentId: number, tutorId: number) =>
  db
    .delete(waits)
    .where(isPair(studentId, tutorId))
    .returning({ isEvening: waits.isEvening, createdAt: waits.createdAt })

/** The statements that free an offered time for the next one and end its hold, if it is still offered; the last returns the offer. */
export const declineStatements = (
  db: Db,
  { studentId, tutorId, start }: { studentId: number; tutorId: number; start: Instant },
  now: Instant,
) => {
  const isRunning = and(
    eq(timeOffers.studentId, studentId),
    eq(timeOffers.tutorId, tutorId),
    eq(timeOffers.start, start),
    isNull(timeOffers.outcome),
    gt(timeOffers.until, now),
  )
  const running = db
    .select({ tutorId: timeOffers.tutorId, start: timeOffers.start, end: timeOffers.end })
    .from(timeOffers)
    .where(isRunning)
  return [
    db.insert(freedTimes).select(running).onConflictDoNothing(),
    db.delete(heldTimes).where(and(eq(heldTimes.studentId, studentId), eq(heldTimes.kind, 'offer'), exists(running))),
    db.update(timeOffers).set({ outcome: 'left' }).where(isRunning).returning({ id: timeOffers.id }),
  ] as const
}
