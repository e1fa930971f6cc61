import { eq } from 'drizzle-orm'
import type { resolveReport } from '#contract/reports'
import { reports } from '#db/schema/reports'
import { DomainError } from '#domain/errors'
import { auditStatements } from '../audit/entry.ts'
import type { Act } from '../http/bind.ts'

/**
 * Resolves or reopens a report (docs/rules/support.md 1.2).
 * @throws DomainError `report-not-found`.
 */
export const resolve: Act<typeof resolveReport> = async (at) => {
  const { body, db, now } = at
  const { id, resolved } = body
  const [report] = await db.select({ resolved: reports.resolved }).from(reports).where(eq(reports.id, id))
  if (!report) throw new DomainError('report-not-found')
  await db.batch([
    db.update(reports).set({ resolved, updatedAt: now }).where(eq(reports.id, id)),
    ...auditStatements(at, { act: 'report.resolve', kind: 'report', id, before: report, after: { resolved } }),
  ])
  return undefined
}
