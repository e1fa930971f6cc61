import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { createdAt, instant, oneOf, updatedAt } from './columns.ts'
import { users } from './users.ts'

/** `watched`: without a lesson for long, but with no minutes left now. `over`: not at risk any more. */
export const riskStates = ['open', 'watched', 'over'] as const

/**
 * Students at risk as the nightly job has found them, who takes care of each and what was done (docs/rules/staff.md 13.1 to
 * 13.3).
 */
export const studentRisks = sqliteTable(
  'student_risks',
  {
    studentId: integer('student_id')
      .primaryKey()
      .references(() => users.id),
    state: text('state', { enum: riskStates }).notNull(),
    /** Since when each reason holds; null for one that does not. */
    idleSince: instant('idle_since'),
    missedAt: instant('missed_at'),
    lowRatedAt: instant('low_rated_at'),
    /** The latest of the three. */
    latestAt: instant('latest_at'),
    ownerId: integer('owner_id').references(() => users.id),
    /** What was done, by whom and when; it counts until a later reason. */
    done: text('done'),
    doneBy: integer('done_by').references(() => users.id),
    doneAt: instant('done_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check('student_risks_state', oneOf(t.state, riskStates)),
    check('student_risks_open', sql`(${t.state} = 'open') = (${t.latestAt} IS NOT NULL)`),
    check('student_risks_done', sql`(${t.done} IS NULL) = (${t.doneAt} IS NULL)`),
    index('student_risks_open_latest').on(t.latestAt).where(sql`state = 'open'`),
    index('student_risks_owner').on(t.ownerId, t.latestAt).where(sql`state = 'open'`),
    // Those that every night looks at again.
    index('student_risks_not_over').on(t.studentId).where(sql`state <> 'over'`),
  ],
)

/** Until when a nightly job has read what changed. */
export const figureCursors = sqliteTable('figure_cursors', {
  name: text('name').primaryKey(),
  at: instant('at').notNull(),
})
