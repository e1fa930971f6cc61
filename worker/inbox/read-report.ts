import type { getReport } from '#contract/reports'
import { type Asked, reading } from '../http/bind.ts'
import { reportThreadOf, reportThreadStatements } from './report-store.ts'

/** @throws DomainError `report-not-found`. */
export const read = reading(
  ({ db, params }: Asked<typeof getReport>) => reportThreadStatements(db, params.id),
  async ({ env, now }, rows) => reportThreadOf(env, rows, now),
)
