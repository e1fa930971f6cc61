import type { dashboardFigures } from '#contract/dashboard'
import type { Db } from '#db/client'
import { hours, type Instant, isLocalDay, type LocalDay, localDay } from '#domain/cairo'
import { DomainError, refuse } from '#domain/errors'
import {
  type DayFigures,
  type DayRange,
  daysOf,
  instantsOf,
  rangeBefore,
  totalOf,
  whyNotFigureRange,
} from '#domain/staff/dashboard-figures'
import { type ReadRequest, reading } from '../http/bind.ts'
import {
  computeFigures,
  figureQueries,
  figuresOf,
  nowStatement,
  storedFigures,
  storedStatement,
  storeStatement,
} from './dashboard-store.ts'

/** By this time after midnight, a lesson that began before midnight is over. */
const SETTLED_AFTER = hours(1)

function readDay(text: string, name: string): LocalDay {
  if (!isLocalDay(text)) throw new DomainError('bad-request', `${name}: not a day, YYYY-MM-DD`)
  return text
}

/** Whether a day is over with all of its lessons, so that its figures change no more. */
export const isSettled = (day: LocalDay, now: Instant): boolean => instantsOf(day).end + SETTLED_AFTER <= now

/** The current day, if the range includes it: its figures are never stored. */
const runningDay = (range: DayRange, now: Instant): LocalDay[] => daysOf(range).filter((day) => day === localDay(now))

/**
 * The figures of a range: stored days, the current day from `running`, and the rest computed now. Newly computed days that
 * are over are returned as `computed`.
 */
async function loadFigures(
  db: Db,
  range: DayRange,
  now: Instant,
  { stored, running }: { stored: Map<LocalDay, DayFigures>; running: readonly DayFigures[] },
): Promise<{ days: DayFigures[]; computed: DayFigures[] }> {
  const known = new Map(stored)
  for (const figures of running) known.set(figures.day, figures)
  const missing = daysOf(range).filter((day) => !known.has(day))
  const computed = await computeFigures(db, missing, now)
  for (const figures of computed) known.set(figures.day, figures)
  return {
    days: daysOf(range).flatMap((day) => known.get(day) ?? []),
    computed: computed.filter(({ day }) => isSettled(day, now)),
  }
}

/**
 * The days in Cairo that a request for figures names (docs/rules/staff.md 2.3).
 * @throws DomainError `bad-request` for an invalid day or range.
 */
export function figureRange({ query, now }: Pick<ReadRequest<typeof dashboardFigures>, 'query' | 'now'>): DayRange {
  const range = { from: readDay(query.from, 'from'), to: readDay(query.to, 'to') }
  refuse(whyNotFigureRange(range, now), 'from, to: at most 366 days, none of them to come')
  return range
}

function rangesOf(request: Pick<ReadRequest<typeof dashboardFigures>, 'query' | 'now'>) {
  const range = figureRange(request)
  const before = rangeBefore(range)
  return { range, before, both: { from: before.from, to: range.to } }
}

/**
 * The figures of each day of a range and of the same number of days before it (docs/rules/staff.md 2.3). Missing days are
 * stored once computed (docs/rules/staff.md 2.4).
 * @throws DomainError the codes of `figureRange`.
 */
export const figures = reading(
  (request: ReadRequest<typeof dashboardFigures>) => {
    const { db, now } = request
    const { both } = rangesOf(request)
    return [storedStatement(db, both), nowStatement(db, now), ...figureQueries(db, runningDay(both, now), now)] as const
  },
  async (ctx, [rows, [atNow], ...ofToday]) => {
    const { db, now, after } = ctx
    const { range, before, both } = rangesOf(ctx)
    const running = figuresOf(runningDay(both, now), ofToday)
    const { days, computed } = await loadFigures(db, both, now, { stored: storedFigures(rows), running })
    if (computed.length > 0) after(Promise.resolve(storeStatement(db, computed, now)))
    const ofRange = days.filter(({ day }) => day >= range.from)
    const ofBefore = days.filter(({ day }) => day < range.from)
    return {
      range: { ...range, days: ofRange, total: totalOf(ofRange) },
      before: { ...before, days: ofBefore, total: totalOf(ofBefore) },
      now: atNow ?? { paused: 0, standing: 0 },
    }
  },
)
