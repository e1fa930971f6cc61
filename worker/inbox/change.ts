import { and, eq, inArray } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { inboxChange } from '#contract/inbox'
import type { Db } from '#db/client'
import { users } from '#db/schema/users'
import type { Instant } from '#domain/cairo'
import { DomainError } from '#domain/errors'
import { changeInboxRecord } from '#domain/inbox/states'
import type { Permission } from '#domain/permissions'
import { Role } from '#domain/roles'
import type { Env } from '../env.ts'
import { abortIf, decideAndWrite } from '../http/constraints.ts'
import { refuseEmpty } from '../http/empty.ts'
import { assertVersion, versionStatement } from '../http/versions.ts'
import { notifyQueues } from '../live/staff-queues.ts'
import { type AuditedRequest, auditStatements } from '../staff/audit-store.ts'
import { findRecord, hasChanged, type InboxKind, saveStatement } from './records.ts'

/** What an act that changes a record needs of its request. */
export type InboxRequest = AuditedRequest & { env: Env; after: (work: Promise<unknown>) => void }

export type Change = z.output<typeof inboxChange>

/** Who may own a record. */
export const ADMIN_ROLES = [Role.SuperAdmin, Role.RegularAdmin] as const

/** @throws DomainError `user-not-found` unless the account is an admin's. */
async function assertAdmin(db: Db, id: number): Promise<void> {
  const [admin] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), inArray(users.role, ADMIN_ROLES)))
  if (!admin) throw new DomainError('user-not-found', 'ownerId: not an admin')
}

/**
 * Changes the state or the owner of a record (docs/rules/staff.md 6.1, 6.2). Of two concurrent changes the second is
 * decided again on the result of the first.
 * @throws DomainError `empty-request`, `user-not-found`, `version-conflict`, `taken-by-another`, `illegal`, and the kind's
 * code when there is no such record.
 */
export async function changeRecord(
  ctx: InboxRequest & { version: Instant | null },
  act: Permission,
  kind: InboxKind,
  id: number,
  change: Change,
): Promise<void> {
  const { db, now } = ctx
  refuseEmpty({ state: change.state, ownerId: change.ownerId })
  if (change.ownerId) await assertAdmin(db, change.ownerId)
  await decideAndWrite(
    async () => {
      const before = await findRecord(db, kind, id)
      assertVersion(ctx, before)
      return { before, after: changeInboxRecord(before, change) }
    },
    async ({ before, after }) => {
      const { state, ownerId } = before
      if (after.state === state && after.ownerId === ownerId) return
      await db.batch([
        versionStatement(ctx, kind.table, id),
        abortIf(db, 'entry-changed', hasChanged(kind, id, before)),
        saveStatement(db, kind, id, after, now),
        ...auditStatements(ctx, { act, kind: kind.name, id, before: { state, ownerId }, after }),
      ])
    },
    'taken-by-another',
  )
  ctx.after(notifyQueues(ctx.env, kind.queue))
}
