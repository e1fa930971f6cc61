import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Role } from '#domain/roles'
import { id, instant } from './columns.ts'
import { users } from './users.ts'

/**
 * The audit log: every write by staff. Triggers refuse to change or delete a row. Each filter of `GET /audit/list` has an index
 * that also holds the order of its answer.
 */
export const auditEntries = sqliteTable(
  'audit_entries',
  {
    id: id(),
    actorId: integer('actor_id')
      .notNull()
      .references(() => users.id),
    actorRole: integer('actor_role').$type<Role>().notNull(),
    act: text('act').notNull(),
    targetKind: text('target_kind').notNull(),
    targetId: integer('target_id'),
    before: text('before', { mode: 'json' }).$type<Record<string, unknown>>(),
    after: text('after', { mode: 'json' }).$type<Record<string, unknown>>(),
    /** The stated reason. */
    reason: text('reason'),
    requestId: text('request_id').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    index('audit_target').on(t.targetId, t.targetKind, t.at),
    index('audit_kind').on(t.targetKind, t.at),
    index('audit_actor').on(t.actorId, t.at),
    index('audit_act').on(t.act, t.at),
    index('audit_request').on(t.requestId),
    index('audit_at').on(t.at),
  ],
)
