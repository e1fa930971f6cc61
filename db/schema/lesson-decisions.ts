import { sql } from 'drizzle-orm'
import { check, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { LessonOutcome } from '#domain/lessons/outcome'
import { createdAt, id, instant, isMember } from './columns.ts'
import { lessons } from './lessons.ts'
import { subscriptions } from './subscriptions.ts'
import { users } from './users.ts'

/**
 * Decisions about lessons, by staff or by the recorded attendance; the latest of a lesson is in force. Rows are immutable,
 * and triggers refuse one for a cancelled lesson.
 */
export const lessonDecisions = sqliteTable(
  'lesson_decisions',
  {
    id: id(),
    lessonId: integer('lesson_id')
      .notNull()
      .references(() => lessons.id),
    /** Counts a lesson's decisions from 0, so that the database refuses one of two concurrent decisions. */
    revision: integer('revision').notNull(),
    outcome: integer('outcome').$type<LessonOutcome>().notNull(),
    reason: text('reason').notNull(),
    /** The minutes returned to the student; negative when a later decision takes them back. */
    returnedMinutes: integer('returned_minutes').notNull().default(0),
    /** The subscription and minutes week of these minutes. */
    subscriptionId: integer('subscription_id').references(() => subscriptions.id),
    week: instant('week'),
    /** How the tutor's earnings changed, in piastres: negative when the lesson's pay was taken back. */
    earning: integer('earning').notNull().default(0),
    /** Null for an automatic decision by the recorded attendance (docs/rules/lessons.md 10.4). */
    decidedBy: integer('decided_by').references(() => users.id),
    createdAt: createdAt(),
  },
  (t) => [
    check('lesson_decisions_outcome', isMember(t.outcome, LessonOutcome)),
    check('lesson_decisions_revision', sql`${t.revision} >= 0`),
    check('lesson_decisions_reason', sql`length(${t.reason}) BETWEEN 1 AND 1000`),
    check(
      'lesson_decisions_minutes',
      sql`(${t.returnedMinutes} = 0) = (${t.subscriptionId} IS NULL) AND (${t.returnedMinutes} = 0) = (${t.week} IS NULL)`,
    ),
    uniqueIndex('lesson_decisions_once').on(t.lessonId, t.revision),
  ],
)
