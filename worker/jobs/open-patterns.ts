import { and, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '#db/client'
import { availabilityPatterns } from '#db/schema/availability'
import { tutors } from '#db/schema/tutors'
import { users } from '#db/schema/users'
import { lastPatternDay } from '#domain/availability/pattern'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { dayStatements, decideOpening } from '../availability/open-pattern.ts'
import { slotStatements } from '../availability/slot-statements.ts'
import type { Env } from '../env.ts'
import { abortIf, decideAndWrite } from '../http/constraints.ts'
import { notifyTutorUpdated } from '../live/tutors.ts'
import { touchTutors } from '../tutors/store.ts'

/** The platform limits a run to 1000 queries; the next hourly run does the rest. */
const MAX_PATTERNS = 120

/**
 * Creates the slots of patterns on days that have come within four weeks (docs/rules/availability.md 5.2). The key of a day
 * makes this happen once, so the job may run late or twice.
 */
export async function openPatterns(env: Env, db: Db, now: Instant): Promise<{ patterns: number; left: number }> {
  const due = await db
    .select({ pattern: availabilityPatterns, role: users.role })
    .from(availabilityPatterns)
    .innerJoin(users, eq(users.id, availabilityPatterns.userId))
    .innerJoin(tutors, eq(tutors.id, availabilityPatterns.userId))
    // The plus sign keeps SQLite from scanning the tutors first.
    .where(and(lt(availabilityPatterns.openedTo, lastPatternDay(now)), sql`+${tutors.activated} = 1`))
    .limit(MAX_PATTERNS)
  let left = 0
  for (const { pattern, role } of due) {
    try {
      await openOne(db, { id: pattern.userId, role }, pattern, now)
      await notifyTutorUpdated(env, db, pattern.userId, now)
    } catch (error) {
      // One tutor's failing pattern must not block the others'.
      if (!(error instanceof DomainError)) throw error
      left += 1
    }
  }
  return { patterns: due.length - left, left }
}

type StoredPattern = typeof availabilityPatterns.$inferSelect

async function openOne(
  db: Db,
  owner: { id: number; role: (typeof users.$inferSelect)['role'] },
  pattern: StoredPattern,
  now: Instant,
): Promise<void> {
  const { userId, updatedAt } = pattern
  const stored = sql`SELECT 1 FROM ${availabilityPatterns} WHERE ${availabilityPatterns.userId} = ${userId}
    AND ${availabilityPatterns.updatedAt} = ${updatedAt}`
  await decideAndWrite(
    () => decideOpening(db, owner, { pattern, onlyNew: true, now }),
    (decided) =>
      db.batch([
        abortIf(db, 'pattern-changed', sql`NOT EXISTS (${stored})`),
        ...touchTutors(db, [userId]),
        ...dayStatements(db, userId, decided.days),
        db
          .update(availabilityPatterns)
          .set({ openedTo: lastPatternDay(now) })
          .where(eq(availabilityPatterns.userId, userId)),
        ...slotStatements(db, decided, { userId, byPattern: true, now }),
      ]),
    'conflicting-schedule',
  )
}
