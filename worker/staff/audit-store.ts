import { type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '#db/client'
import { auditEntries } from '#db/schema/audit'
import type { Instant } from '#domain/cairo'
import type { Permission } from '#domain/permissions'
import { isStaff, type Role } from '#domain/roles'
import type { Actor } from '../http/app-env.ts'

/** What auditing needs of the writing request; an act passes its `ctx`. */
export type AuditedRequest = {
  actor: Pick<Actor, 'id' | 'role'>
  db: Db
  now: Instant
  requestId: string
  reason: string | null
}

export type AuditedWrite = {
  act: Permission
  /** The kind of the written row; `id` identifies it, and `justInserted` means the row of the preceding statement. */
  kind: string
  id: number | SQL<number> | 'justInserted' | null
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

/** The actor's id is a query for an account that the same batch opens. */
type Auditing = Omit<AuditedRequest, 'actor'> & { actor: { id: number | SQL<number>; role: Role } }

const rowId = (id: AuditedWrite['id']): number | SQL<number> | null =>
  id === 'justInserted' ? sql`last_insert_rowid()` : id

/**
 * The statement that records a write by staff: who, what, before, after, why, when and in which request (docs/rules/api.md
 * 7.1), for the batch of the write. Empty for other roles, whose writes are not audited.
 */
export function auditStatements(
  { actor, db, now, requestId, reason }: Auditing,
  written: AuditedWrite,
): BatchItem<'sqlite'>[] {
  if (!isStaff(actor.role)) return []
  const { act, kind, id, before = null, after = null } = written
  const targetId = rowId(id) as number | null
  const who = { actorId: actor.id as number, actorRole: actor.role }
  return [
    db
      .insert(auditEntries)
      .values({ ...who, act, targetKind: kind, targetId, before, after, reason, requestId, at: now }),
  ]
}
