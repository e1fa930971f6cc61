import type { dashboardFigures } from '#contract/dashboard'
import type { Db } from '#db/client'
import { hours, type Instant, isLocalDay, type LocalDay, localDay } from '#domain/cairo'
import {
  type DayFigures,
  type DayRange,
  daysOf,
  instantsOf,
  rangeBefore,
  totalOf,
  whyNotFigureRange,
} from '#domain/dashboard/figures'
import { DomainError, refuse } from '#domain/errors'
import { type Asked, reading } from '../http/bind.ts'
import { computeFigures, storedFigures, storedStatement, storeStatement } from './store.ts'

/** A lesson that began before midnight is over by then. */
const SETTLED_AFTER = hours(1)

function readDay(text: string, name: string): LocalDay {
  if (!isLocalDay(text)) throw new DomainError('bad-request', `${name}: not a day, YYYY-MM-DD`)
  return text
}

/** The figures of a range: stored days as they are, the others computed. Those that are over are returned as `computed`. */
async function loadFigures(
  db: Db,
  range: DayRange,
  now: Instant,
  rows: Parameters<typeof storedFigures>[0],
): Promise<{ days: DayFigures[]; computed: DayFigures[] }> {
  const stored = storedFigures(rows)
  const today = localDay(now)
  const missing = daysOf(range).filter((day) => day === today || !stored.has(day))
  const computed = await computeFigures(db, missing, now)
  for (const figures of computed) stored.set(figures.day, figures)
  return {
    days: daysOf(range).flatMap((day) => stored.get(day) ?? []),
    computed: computed.filter(({ day }) => instantsOf(day).end + SETTLED_AFTER <= now),
  }
}

/** @throws DomainError `bad-request` for a text that is no day, and for a range that is no range. */
function rangesOf({ query, now }: Pick<Asked<typeof dashboardFigures>, 'query' | 'now'>) {
  const range = { from: readDay(query.from, 'from'), to: readDay(query.to, 'to') }
  refuse(whyNotFigureRange(range, now), 'from, to: at most 366 days, none of them to come')
  const before = rangeBefore(range)
  return { range, before, both: { from: before.from, to: range.to } }
}

/**
 * The figures of each day of a range and of as many days before it (docs/rules/staff.md 2.3). A day that was missing is
 * stored, so that it is computed once (docs/rules/staff.md 2.4).
 * @throws DomainError what `rangesOf` throws.
 */
export const figures = reading(
  (asked: Asked<typeof dashboardFigures>) => [storedStatement(asked.db, rangesOf(asked).both)],
  async (at, [rows]) => {
    const { db, now, after } = at
    const { range, before, both } = rangesOf(at)
    const { days, computed } = await loadFigures(db, both, now, rows)
    if (computed.length > 0) after(Promise.resolve(storeStatement(db, computed, now)))
    const ofRange = days.filter(({ day }) => day >= range.from)
    const ofBefore = days.filter(({ day }) => day < range.from)
    return {
      range: { ...range, days: ofRange, total: totalOf(ofRange) },
      before: { ...before, days: ofBefore, total: totalOf(ofBefore) },
    }
  },
)
