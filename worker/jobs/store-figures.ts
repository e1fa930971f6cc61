import type { Db } from '#db/client'
import { addDays, type Instant, localDay } from '#domain/cairo'
import { type DayFigures, daysToStore } from '#domain/staff/dashboard-figures'
import type { Env } from '../env.ts'
import { computeFigures, storedFigures, storedStatement, storeStatement } from '../staff/dashboard-store.ts'

/** The stored days on which more trials have converted since; no other figure of a past day changes. */
async function withConversions(db: Db, stored: readonly DayFigures[], now: Instant): Promise<DayFigures[]> {
  const days = stored.map(({ day }) => day)
  const counted = await computeFigures(db, days, now, 'trialsConverted')
  return stored.flatMap((figures, index) => {
    const trialsConverted = counted[index]?.trialsConverted ?? 0
    return trialsConverted === figures.trialsConverted ? [] : [Object.assign({}, figures, { trialsConverted })]
  })
}

/**
 * Stores the figures of past days, and updates the conversions of those whose trials may still convert (docs/rules/staff.md
 * 2.4).
 */
export async function storeFigures(_env: Env, db: Db, now: Instant): Promise<{ days: number }> {
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
    withConversions(db, [...stored.values()], now),
  ])
  await storeStatement(db, [...computed, ...changed], now)
  return { days: computed.length + changed.length }
}
