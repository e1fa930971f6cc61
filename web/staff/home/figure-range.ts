import { addDays, daysBetween, type LocalDay, startOfDay } from '#domain/cairo'
import { type DayRange, whyNotFigureRange } from '#domain/staff/dashboard-figures'
import { localDay, oneOf, type Search, searchSchema } from '../../platform/search.ts'

/** The ranges that are offered by name; the days of another stand in the address. */
export const rangeNames = ['days7', 'days30', 'days90', 'month', 'lastMonth', 'custom'] as const
export type RangeName = (typeof rangeNames)[number]

export const homeSearch = searchSchema({ range: oneOf(rangeNames), from: localDay, to: localDay })
export type HomeSearch = Search<typeof homeSearch>

const monthOf = (day: LocalDay): LocalDay => `${day.slice(0, 7)}-01` as LocalDay

const NAMED: Record<Exclude<RangeName, 'custom'>, (today: LocalDay) => DayRange> = {
  days7: (today) => ({ from: addDays(today, -6), to: today }),
  days30: (today) => ({ from: addDays(today, -29), to: today }),
  days90: (today) => ({ from: addDays(today, -89), to: today }),
  month: (today) => ({ from: monthOf(today), to: today }),
  lastMonth: (today) => {
    const last = addDays(monthOf(today), -1)
    return { from: monthOf(last), to: last }
  },
}

/** The days that an address names; without a range, or with days that are missing or have no figures, the last 30. */
export function rangeOf({ range = 'days30', from, to }: HomeSearch, today: LocalDay): DayRange {
  if (range !== 'custom') return NAMED[range](today)
  const isKnown = from && to && whyNotFigureRange({ from, to }, startOfDay(today)) === null
  return isKnown ? { from, to } : NAMED.days30(today)
}

/** Longer ranges are drawn by weeks. */
const MOST_POINTS = 92

/** Groups the days of a range for a chart: one day each, or seven. The last group may be shorter. */
export function groupsOf<Day>(days: readonly Day[]): Day[][] {
  const size = days.length > MOST_POINTS ? 7 : 1
  return Array.from({ length: Math.ceil(days.length / size) }, (_, index) =>
    days.slice(index * size, (index + 1) * size),
  )
}

export const isByWeek = ({ from, to }: DayRange): boolean => daysBetween(from, to) + 1 > MOST_POINTS
