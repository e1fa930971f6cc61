import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { literals } from '#db/schema/columns'
import { lessonMembers } from '#db/schema/lessons'
import { InterviewStatus } from '#domain/meetings/statuses'
import { isTutorManager, type Role } from '#domain/roles'

/** Of both kinds of meetings: those that were not cancelled. */
const inForce = literals(InterviewStatus.Pending, InterviewStatus.Passed, InterviewStatus.Rejected)

/**
 * Selects whose lessons a tutor manager reads: their own, and those of their candidates, the tutors who have an interview or a
 * demo session with them that was not cancelled (docs/rules/lessons.md 5.1).
 */
export const readByManager = (managerId: number): SQL => sql`SELECT ${managerId}
  UNION ALL SELECT i.interviewee_id FROM interviews i WHERE i.interviewer_id = ${managerId} AND i.status IN (${inForce})
  UNION ALL SELECT d.tutor_id FROM availability_slots s CROSS JOIN demo_sessions d ON d.slot_id = s.id
    WHERE s.user_id = ${managerId} AND d.status IN (${inForce})`

/** Selects a row where the caller is a tutor manager who reads this lesson. */
export const readAsManagerStatement = (db: Db, { id, role }: { id: number; role: Role }, lessonId: number) =>
  db
    .select({ userId: lessonMembers.userId })
    .from(lessonMembers)
    .where(
      and(
        eq(lessonMembers.lessonId, lessonId),
        // Not a constant for everybody else: SQLite would plan to read the whole table then.
        sql`${lessonMembers.userId} IN (${isTutorManager(role) ? readByManager(id) : sql`SELECT NULL`})`,
      ),
    )
