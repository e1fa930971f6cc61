import { and, desc, eq } from 'drizzle-orm'
import type { listAuditEntries } from '#contract/audit'
import { auditEntries } from '#db/schema/audit'
import { users } from '#db/schema/users'
import { type ReadRequest, reading } from '../http/bind.ts'
import { listFilter, numberFilter } from '../http/filters.ts'
import { countOf, countStatement, offsetOf } from '../http/pages.ts'

/** The audited writes, newest first (docs/rules/staff.md 3.4). Each filter has an index. */
export const list = reading(
  ({ db, query }: ReadRequest<typeof listAuditEntries>) => {
    const where = and(
      listFilter(auditEntries.actorId, query.actors),
      listFilter(auditEntries.act, query.acts),
      listFilter(auditEntries.targetKind, query.targetKinds),
      listFilter(auditEntries.targetId, query.targetIds),
      query.requestId === undefined ? undefined : eq(auditEntries.requestId, query.requestId),
      numberFilter(auditEntries.at, query.at),
    )
    return [
      countStatement(db, auditEntries, where),
      db
        .select({
          id: auditEntries.id,
          actorId: auditEntries.actorId,
          actorRole: auditEntries.actorRole,
          actorName: users.name,
          act: auditEntries.act,
          targetKind: auditEntries.targetKind,
          targetId: auditEntries.targetId,
          before: auditEntries.before,
          after: auditEntries.after,
          reason: auditEntries.reason,
          requestId: auditEntries.requestId,
          at: auditEntries.at,
        })
        .from(auditEntries)
        .leftJoin(users, eq(users.id, auditEntries.actorId))
        .where(where)
        .orderBy(desc(auditEntries.at), desc(auditEntries.id))
        .limit(query.size)
        .offset(offsetOf(query)),
    ] as const
  },
  async (_, [counted, rows]) => ({
    list: rows.map(({ actorId, actorName, actorRole, ...entry }) => ({
      ...entry,
      actor: { id: actorId, name: actorName, role: actorRole },
    })),
    ...countOf(counted),
  }),
)
