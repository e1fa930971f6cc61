import { eq, sql } from 'drizzle-orm'
import type { resolveReport } from '#contract/reports'
import { reports } from '#db/schema/reports'
import { DomainError } from '#domain/errors'
import { InboxState } from '#domain/inbox/states'
import type { Act } from '../http/bind.ts'
import { assertVersion, nextVersion, versionStatement } from '../http/versions.ts'
import { notifyQueues } from '../live/staff-queues.ts'
import { auditStatements } from '../staff/audit-store.ts'

/**
 * Resolves or reopens a report (docs/rules/support.md 1.2) and updates its state accordingly; a report that is already open
 * keeps its state (docs/rules/staff.md 6.1).
 * @throws DomainError `report-not-found`, `version-conflict`.
 */
export const resolve: Act<typeof resolveReport> = async (ctx) => {
  const { body, db, env, now, after } = ctx
  const { id, resolved } = body
  const [report] = await db.select().from(reports).where(eq(reports.id, id))
  if (!report) throw new DomainError('report-not-found')
  assertVersion(ctx, report)
  const opened = report.ownerId === null ? InboxState.New : InboxState.InProgress
  const state = resolved
    ? sql`${InboxState.Closed}`
    : sql`CASE WHEN ${reports.resolved} THEN ${opened} ELSE ${reports.state} END`
  await db.batch([
    versionStatement(ctx, reports, id),
    db
      .update(reports)
      .set({ resolved, state, updatedAt: nextVersion(reports, now) })
      .where(eq(reports.id, id)),
    ...auditStatements(ctx, {
      act: 'report.resolve',
      kind: 'report',
      id,
      before: { resolved: report.resolved },
      after: { resolved },
    }),
  ])
  after(notifyQueues(env, 'reports'))
  return undefined
}
