import { asc, gte } from 'drizzle-orm'
import type { cohorts as cohortsCall } from '#contract/dashboard'
import { cohortMonths } from '#db/schema/figures'
import { firstCohort } from '#domain/staff/cohorts'
import { type ReadRequest, reading } from '../http/bind.ts'
import { cohortStatement } from './cohorts-store.ts'

/** Cohorts by month of first payment, the latest first, as the nightly job has counted them (docs/rules/staff.md 2.6). */
export const listCohorts = reading(
  ({ db, now }: ReadRequest<typeof cohortsCall>) => {
    const first = firstCohort(now)
    return [
      cohortStatement(db, first),
      db.select().from(cohortMonths).where(gte(cohortMonths.cohort, first)).orderBy(asc(cohortMonths.month)),
    ]
  },
  async (_, [found, months]) => {
    const byCohort = Map.groupBy(months, ({ cohort }) => cohort)
    return {
      cohorts: found.toReversed().map(({ month, size }) => ({
        month,
        size,
        months: (byCohort.get(month) ?? []).map((one) => ({ month: one.month, kept: one.kept })),
      })),
    }
  },
)
