import type { Db } from '#db/client'
import { addDays, type Instant, localDay } from '#domain/cairo'
import { type DayFigures, daysToStore } from '#domain/dashboard/figures'
import { computeFigures, storedFigures, storedStatement, storeStatement } from '../dashboard/store.ts'
import type { Env } from '../env.ts'

/** Of these stored days, those of which more trials have converted. Nothing else of a day that is over changes. */
async function withConversions(db: Db, stored: readonly DayFigures[], now: Instant): Promise<DayFigures[]> {
  const days = stored.map(({ day }) => day)
  const counted = await computeFigures(db, days, now, 'trialsConverted')
  return stored.flatMap((figures, index) => {
    const trialsConverted = counted[index]?.trialsConverted ?? 0
    return trialsConverted === figures.trialsConverted ? [] : [Object.assign({}, figures, { trialsConverted })]
  })
}

/** Stores the figures of the days that are over, and again the conversions of those whose trials may still convert (docs/rules/staff.md 2.4). */
export async function storeFigures(_env: Env, db: Db, now: Instant): Promise<{ days: number }> {
  const days = daysToStore(now)
  const yesterday = addDays(localDay(now), -1)
  const stored = storedFigures(await storedStatement(db, { from: days[0] ?? yesterday, to: yesterday }))
  // Nobody has stored yesterday, but for who looked at it in the night.
  stored.delete(yesterday)
  const [computed, changed] = await Promise.all([
    computeFigures(
      db,
      days.filter((day) => !stored.has(day)),
      now,
    ),
    withConversions(db, [...stored.values()], now),
  ])
  await storeStatement(db, [...computed, ...changed], now)
  return { days: computed.length + changed.length }
}
