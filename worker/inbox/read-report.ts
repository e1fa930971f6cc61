import type { getReport } from '#contract/reports'
import { type ReadRequest, reading } from '../http/bind.ts'
import { reportThreadOf, reportThreadStatements } from './report-store.ts'

/** @throws DomainError `report-not-found`. */
export const read = reading(
  ({ db, params }: ReadRequest<typeof getReport>) => reportThreadStatements(db, params.id),
  async ({ env, now }, rows) => reportThreadOf(env, rows, now),
)
