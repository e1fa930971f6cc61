import type { Db } from '#db/client'
import { addDays, type Instant, type LocalDay, localDay } from '#domain/cairo'
import { type DayFigures, daysToStore } from '#domain/staff/dashboard-figures'
import type { Env } from '../env.ts'
import { storeCallNetworks } from '../staff/call-network-store.ts'
import { storeCohorts } from '../staff/cohorts-store.ts'
import { computeFigures, storedFigures, storedStatement, storeStatement } from '../staff/dashboard-store.ts'
import { computePlanFigures, storedPlanDays, storePlanFigures } from '../staff/plan-figures-store.ts'
import { findStudentsAtRisk } from '../staff/risk-store.ts'
import { storeTutorQualities } from '../staff/tutor-quality-store.ts'

/** The figures that change for two weeks after their day: trials convert, and plans are renewed, afterwards. */
const LATE_FIGURES = ['trialsConverted', 'renewedLater'] as const

/** The stored days on which more trials have converted, or more plans were renewed, since; no other figure of a past day changes. */
async function withLateFigures(db: Db, stored: readonly DayFigures[], now: Instant): Promise<DayFigures[]> {
  const days = stored.map(({ day }) => day)
  const counted = await Promise.all(LATE_FIGURES.map((name) => computeFigures(db, days, now, name)))
  return stored.flatMap((figures, index) => {
    const late = LATE_FIGURES.map((name, nth) => [name, counted[nth]?.[index]?.[name] ?? 0] as const)
    return late.every(([name, value]) => figures[name] === value)
      ? []
      : [Object.assign({}, figures, Object.fromEntries(late))]
  })
}

/** Stores by plan and source the past days that are missing, and yesterday anew (docs/rules/staff.md 2.5). */
async function storePlans(db: Db, days: readonly LocalDay[], now: Instant): Promise<void> {
  const yesterday = addDays(localDay(now), -1)
  const stored = new Set(
    (await storedPlanDays(db, { from: days[0] ?? yesterday, to: yesterday })).map(({ day }) => day),
  )
  const missing = days.filter((day) => day === yesterday || !stored.has(day))
  await storePlanFigures(db, await computePlanFigures(db, missing, now))
}

/**
 * Stores the figures of past days, updates those to which trials still convert and plans are renewed (docs/rules/staff.md
 * 2.4), counts the cohorts of a month that is over (2.6), finds the students at risk (13.2), and brings the figures of tutors (15.2) and of calls (17.2) up to date.
 */
export async function storeFigures(
  _env: Env,
  db: Db,
  now: Instant,
): Promise<{ days: number; students: number; tutors: number }> {
  const days = daysToStore(now)
  const yesterday = addDays(localDay(now), -1)
  const stored = storedFigures(await storedStatement(db, { from: days[0] ?? yesterday, to: yesterday }))
  // Yesterday may be stored already if somebody has viewed it during the night; it is computed again.
  stored.delete(yesterday)
  const [computed, changed] = await Promise.all([
    computeFigures(
      db,
      days.filter((day) => !stored.has(day)),
      now,
    ),
    withLateFigures(db, [...stored.values()], now),
  ])
  await storeStatement(db, [...computed, ...changed], now)
  await storePlans(db, days, now)
  await storeCohorts(db, now)
  const students = await findStudentsAtRisk(db, now)
  const tutors = await storeTutorQualities(db, now)
  await storeCallNetworks(db, now)
  return { days: computed.length + changed.length, students, tutors }
}
