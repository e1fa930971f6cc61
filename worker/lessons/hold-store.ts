import { and, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { heldTimes } from '#db/schema/held-times'
import type { Instant, TimeRange } from '#domain/cairo'
import { type HeldTime, isHeld } from '#domain/lessons/holds'

/** Selects the holds of a tutor that are in force. */
export const holdsOf = (db: Db, tutorId: number | SQL, now: Instant) =>
  db
    .select({ studentId: heldTimes.studentId, start: heldTimes.start, end: heldTimes.end, until: heldTimes.until })
    .from(heldTimes)
    .where(and(sql`${heldTimes.tutorId} = ${tutorId}`, gt(heldTimes.until, now)))

type Kind = (typeof heldTimes.$inferSelect)['kind']
type Hold = HeldTime & { tutorId: number; kind: Kind; heldAt: Instant }

/** The statement that holds a time if `condition` holds, in place of what the student held before. */
export const holdStatement = (
  db: Db,
  { studentId, kind, tutorId, start, end, heldAt, until }: Hold,
  condition: SQL = sql`true`,
) =>
  db
    .insert(heldTimes)
    .select(sql`SELECT ${studentId}, ${kind}, ${tutorId}, ${start}, ${end}, ${heldAt}, ${until} WHERE ${condition}`)
    .onConflictDoUpdate({
      target: [heldTimes.studentId, heldTimes.kind],
      set: { tutorId, start, end, heldAt, until },
    })

/** The statement that ends a student's hold of a time that they confirm, and returns it. */
export const releaseStatement = (
  db: Db,
  { studentId, tutorId, start }: { studentId: number; tutorId: number; start: Instant },
) =>
  db
    .delete(heldTimes)
    .where(
      and(
        eq(heldTimes.studentId, studentId),
        eq(heldTimes.kind, 'confirmation'),
        eq(heldTimes.tutorId, tutorId),
        eq(heldTimes.start, start),
      ),
    )
    .returning({ until: heldTimes.until })

/** The holds of a tutor's time that a booking ends: the student's own, or all where an admin books or moves. */
export type EndedHolds = { tutorId: number; range: TimeRange; studentId: number; isByStaff: boolean }

/** The statements that end the holds of a time that is booked; none where nothing is held. */
export const endHoldsStatements = (
  db: Db,
  holds: readonly TimeRange[],
  { tutorId, range, studentId, isByStaff }: EndedHolds,
) =>
  isHeld(holds, range)
    ? [
        db
          .delete(heldTimes)
          .where(
            and(
              eq(heldTimes.tutorId, tutorId),
              lt(heldTimes.start, range.end),
              gt(heldTimes.end, range.start),
              isByStaff ? undefined : eq(heldTimes.studentId, studentId),
            ),
          ),
      ]
    : []
