import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { InboxState } from '#domain/inbox/states'
import { createdAt, flag, folded, id, updatedAt } from './columns.ts'
import { lessons } from './lessons.ts'
import { users } from './users.ts'

/** A reported problem, with an optional screenshot and log. */
export const reports = sqliteTable(
  'reports',
  {
    id: id(),
    userId: integer('user_id').references(() => users.id),
    title: text('title').notNull(),
    foldedTitle: folded('folded_title'),
    description: text('description').notNull(),
    foldedDescription: folded('folded_description'),
    /** The lesson whose outcome its member disputes; null for any other problem. */
    lessonId: integer('lesson_id').references(() => lessons.id),
    screenshot: text('screenshot'),
    log: text('log'),
    /** Derived from the state; a trigger keeps the two consistent. */
    /** Whether its author was a minor when they sent it (docs/rules/privacy.md 6.9). */
    byMinor: flag('by_minor').notNull().default(false),
    resolved: flag('resolved').notNull().default(false),
    state: integer('state').$type<InboxState>().notNull().default(InboxState.New),
    /** The admin who works on it. */
    ownerId: integer('owner_id').references(() => users.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    // A member disputes a lesson at most once.
    uniqueIndex('reports_dispute_once').on(t.lessonId, t.userId).where(sql`lesson_id IS NOT NULL`),
    // Disputes that nobody has answered, oldest first.
    index('reports_disputes_open').on(t.state, t.createdAt).where(sql`lesson_id IS NOT NULL AND state < 2`),
    index('reports_open').on(t.resolved, t.createdAt),
    index('reports_state').on(t.state, t.createdAt),
    // Those of minors first (docs/rules/privacy.md 6.9).
    index('reports_minors').on(t.byMinor, t.createdAt),
    index('reports_state_minors').on(t.state, t.byMinor, t.createdAt),
    index('reports_owner').on(t.ownerId, t.createdAt),
    // What somebody has taken and not answered.
    index('reports_taken').on(t.ownerId, t.createdAt).where(sql`owner_id IS NOT NULL AND state = 1`),
    index('reports_owned').on(t.createdAt).where(sql`owner_id IS NOT NULL`),
    index('reports_user').on(t.userId, t.createdAt),
    index('reports_created').on(t.createdAt),
    index('reports_updated').on(t.updatedAt),
    index('reports_with_screenshot').on(t.createdAt).where(sql`screenshot IS NOT NULL`),
    index('reports_without_screenshot').on(t.createdAt).where(sql`screenshot IS NULL`),
    index('reports_with_log').on(t.createdAt).where(sql`log IS NOT NULL`),
    index('reports_without_log').on(t.createdAt).where(sql`log IS NULL`),
  ],
)
