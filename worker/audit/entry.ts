import { type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '#db/client'
import { auditEntries } from '#db/schema/audit'
import type { Instant } from '#domain/cairo'
import type { Permission } from '#domain/permissions'
import { isStaff } from '#domain/roles'
import type { Actor } from '../http/app-env.ts'

/** The request that writes: an act passes its own `at`. */
export type Request = { actor: Actor; db: Db; now: Instant; requestId: string }

export type Written = {
  act: Permission
  /** The table, in the words of the glossary, and the row; `justInserted` is the row that the statement before made. */
  kind: string
  id: number | SQL<number> | 'justInserted' | null
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

const rowId = (id: Written['id']): number | SQL<number> | null =>
  id === 'justInserted' ? sql`last_insert_rowid()` : id

/**
 * The statement that records a write by staff: who, what, before, after, when and in which request
 * (docs/rules/api.md 7.1). It belongs into the batch of the write; what other roles do leaves no entry.
 */
export function auditStatements({ actor, db, now, requestId }: Request, written: Written): BatchItem<'sqlite'>[] {
  if (!isStaff(actor.role)) return []
  const { act, kind, id, before = null, after = null } = written
  const targetId = rowId(id) as number | null
  const who = { actorId: actor.id, actorRole: actor.role }
  return [
    db.insert(auditEntries).values({ ...who, act, targetKind: kind, targetId, before, after, requestId, at: now }),
  ]
}
