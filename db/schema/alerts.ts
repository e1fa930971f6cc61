import { sql } from 'drizzle-orm'
import { check, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { alertKinds } from '#domain/staff/alerts'
import { id, instant, oneOf } from './columns.ts'

/** Alerts of which operators were notified, one row from its beginning to its end (docs/rules/staff.md 19.2). */
export const alerts = sqliteTable(
  'alerts',
  {
    id: id(),
    kind: text('kind', { enum: alertKinds }).notNull(),
    /** How much of it there was when it last happened. */
    count: integer('count').notNull(),
    openedAt: instant('opened_at').notNull(),
    lastFiringAt: instant('last_firing_at').notNull(),
    /** When operators were last notified of it. */
    notifiedAt: instant('notified_at').notNull(),
    /** Null while it is not over. */
    overAt: instant('over_at'),
  },
  (t) => [
    check('alerts_kind', oneOf(t.kind, alertKinds)),
    uniqueIndex('alerts_open').on(t.kind).where(sql`over_at IS NULL`),
  ],
)
