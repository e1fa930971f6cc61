import { and, inArray, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { inboxChanges, inboxOutcome } from '#contract/inbox'
import { batchReturning } from '#db/batch'
import { users } from '#db/schema/users'
import { DomainError } from '#domain/errors'
import { changeInboxRecord } from '#domain/inbox/states'
import type { Permission } from '#domain/permissions'
import { abortIf, decideAndWrite } from '../http/constraints.ts'
import { refuseEmpty } from '../http/empty.ts'
import { isAmong } from '../http/filters.ts'
import { assertVersion } from '../http/versions.ts'
import { notifyQueues } from '../live/staff-queues.ts'
import { auditStatements } from '../staff/audit-store.ts'
import { ADMIN_ROLES, type InboxRequest } from './change.ts'
import { type InboxKind, recordsStatement, type StoredRecord, saveStatement } from './records.ts'

type Change = z.output<typeof inboxChanges>['changes'][number]
type Outcome = z.output<typeof inboxOutcome>
type Refusal = Outcome['refused'][number]
type Decided = { id: number; before: StoredRecord; after: ReturnType<typeof changeInboxRecord> }

/** The code of a refusal. Other errors are rethrown. */
function refusalOf(error: unknown): Refusal['code'] {
  if (!(error instanceof DomainError)) throw error
  return error.code as Refusal['code']
}

/** Decides each change by the rule of one alone (docs/rules/staff.md 6.6). */
function decideEach(
  kind: InboxKind,
  changes: readonly Change[],
  stored: ReadonlyMap<number, StoredRecord>,
  admins: ReadonlySet<number>,
): { decided: Decided[]; refused: Refusal[] } {
  const decided: Decided[] = []
  const refused: Refusal[] = []
  for (const { id, version = null, ...change } of changes)
    try {
      const before = stored.get(id)
      if (!before) throw new DomainError(kind.notFound)
      if (change.ownerId && !admins.has(change.ownerId)) throw new DomainError('user-not-found')
      assertVersion({ version }, before)
      decided.push({ id, before, after: changeInboxRecord(before, change) })
    } catch (error) {
      refused.push({ id, code: refusalOf(error) })
    }
  return { decided, refused }
}

/**
 * Changes the state or the owner of several records in one batch; those that are refused do not keep the others from being
 * changed (docs/rules/staff.md 6.6). Where another request has changed one of them first, all are decided again.
 * @throws DomainError `empty-request` for a change of nothing, `taken-by-another` when every attempt lost against another
 * request.
 */
export async function changeRecords(
  ctx: InboxRequest,
  act: Permission,
  kind: InboxKind,
  changes: readonly Change[],
): Promise<Outcome> {
  const { db, now } = ctx
  for (const { state, ownerId } of changes) refuseEmpty({ state, ownerId })
  const ids = changes.map(({ id }) => id)
  const owners = changes.flatMap(({ ownerId }) => ownerId ?? [])
  const { table } = kind
  const { decision, written } = await decideAndWrite(
    async () => {
      const [found, admins] = await db.batch([
        recordsStatement(db, kind, ids),
        db
          .select({ id: users.id })
          .from(users)
          .where(and(isAmong(users.id, owners), inArray(users.role, ADMIN_ROLES))),
      ])
      const stored = new Map(found.map((record) => [record.id, record]))
      return decideEach(kind, changes, stored, new Set(admins.map(({ id }) => id)))
    },
    async ({ decided }) => {
      const differing = decided.filter(
        ({ before, after }) => after.state !== before.state || after.ownerId !== before.ownerId,
      )
      const known = differing.map(({ id, before: { state, ownerId } }) => [id, state, ownerId])
      const unchanged = sql`SELECT COUNT(*) FROM json_each(${JSON.stringify(known)}) AS known
        JOIN ${table} ON ${table.id} = known.value ->> 0 WHERE ${table.state} = known.value ->> 1 AND ${table.ownerId} IS known.value ->> 2`
      const saved = await batchReturning(
        db,
        [
          abortIf(db, 'entries-changed', sql`(${unchanged}) <> ${known.length}`),
          ...differing.flatMap(({ id, before: { state, ownerId }, after }) => [
            saveStatement(db, kind, id, after, now),
            ...auditStatements(ctx, { act, kind: kind.name, id, before: { state, ownerId }, after }),
          ]),
        ],
        recordsStatement(
          db,
          kind,
          decided.map(({ id }) => id),
        ),
      )
      return saved.map(({ hasAnswer: _, ...record }) => record)
    },
    'taken-by-another',
  )
  if (written.length > 0) ctx.after(notifyQueues(ctx.env, kind.queue))
  return { changed: written, refused: decision.refused }
}
