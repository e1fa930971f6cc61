import {
  LATEST_END,
  type Pattern,
  type PatternRange,
  type PatternSeason,
  whyNotPattern,
} from '#domain/availability/pattern'
import type { SlotPurpose } from '#domain/availability/purposes'
import type { SlotValues } from '#domain/availability/slot-times'
import { daysBetween, type LocalDay, localDay, MINUTES_A_DAY, weekdayOf } from '#domain/cairo'
import type { Role } from '#domain/roles'
import { minuteOfDay } from '../../shared/week/day-span.ts'

/** One time on several weekdays, as the form shows ranges of a pattern. */
export type PatternRow = { id: number; weekdays: readonly number[]; from: number; to: number; purpose: SlotPurpose }

/** From Saturday, as calendars do in Egypt. */
export const WEEKDAYS = [6, 0, 1, 2, 3, 4, 5]

const EVENING = { from: 17 * 60, to: 21 * 60 }
/** After the evening prayers of Ramadan. */
const RAMADAN_NIGHT = { from: 21 * 60, to: 25 * 60 }

const nextId = (rows: readonly PatternRow[]) => Math.max(0, ...rows.map(({ id }) => id)) + 1

/** Ranges with the same times and purpose become one row. */
export function rowsOf(ranges: readonly PatternRange[]): PatternRow[] {
  const rows: PatternRow[] = []
  for (const { weekday, from, to, purpose } of ranges) {
    const row = rows.find((one) => one.from === from && one.to === to && one.purpose === purpose)
    if (row) row.weekdays = [...row.weekdays, weekday]
    else rows.push({ id: nextId(rows), weekdays: [weekday], from, to, purpose })
  }
  return rows
}

/** The times by the clock at which slots are open, those that touch as one: what the tutor has already opened is proposed. */
export function rangesOfSlots(slots: readonly SlotValues[]): PatternRange[] {
  const ranges: PatternRange[] = []
  for (const { start, end, purpose } of slots.toSorted((one, other) => one.start - other.start)) {
    const day = localDay(start)
    const [weekday, from] = [weekdayOf(day), minuteOfDay(start)]
    const to = Math.min(LATEST_END, daysBetween(day, localDay(end)) * MINUTES_A_DAY + minuteOfDay(end))
    const last = ranges.at(-1)
    if (last?.weekday === weekday && last.to === from && last.purpose === purpose) last.to = to
    else ranges.push({ weekday, from, to, purpose })
  }
  return ranges
}

export const rangesOf = (rows: readonly PatternRow[]): PatternRange[] =>
  rows.flatMap(({ weekdays, from, to, purpose }) => weekdays.map((weekday) => ({ weekday, from, to, purpose })))

export const withPatternRow = (rows: readonly PatternRow[], purpose: SlotPurpose): PatternRow[] => [
  ...rows,
  { id: nextId(rows), weekdays: [], purpose, ...EVENING },
]

/** The nights of the same days. */
export function ramadanRows(rows: readonly PatternRow[], purpose: SlotPurpose): PatternRow[] {
  const open = new Set(rows.flatMap(({ weekdays }) => weekdays))
  const weekdays = WEEKDAYS.filter((weekday) => open.size === 0 || open.has(weekday))
  return [{ id: 1, weekdays, purpose, ...RAMADAN_NIGHT }]
}

export type PatternForm = {
  rows: readonly PatternRow[]
  season: { from: string; to: string; rows: readonly PatternRow[] } | null
  daysOff: readonly LocalDay[]
}

export type PatternProblem = 'noDay' | 'conflict' | 'time'

/** What is wrong with a row considering the rows before it; null if nothing is. */
export function rowProblem(row: PatternRow, rows: readonly PatternRow[], role: Role): PatternProblem | null {
  if (row.weekdays.length === 0) return 'noDay'
  if (row.to > LATEST_END) return 'time'
  const upTo = rows.slice(0, rows.indexOf(row) + 1)
  const refusal = whyNotPattern({ ranges: rangesOf(upTo), season: null }, role)
  if (refusal === null) return null
  return refusal === 'conflicting-schedule' ? 'conflict' : 'time'
}

export const formOfPattern = ({ ranges, season, daysOff }: Pattern): PatternForm => ({
  rows: rowsOf(ranges),
  season: season && { from: season.from, to: season.to, rows: rowsOf(season.ranges) },
  daysOff,
})

/** The season of a form whose days are days; null when they are not. */
export const seasonOf = (
  season: NonNullable<PatternForm['season']>,
  isDay: (text: string) => text is LocalDay,
): PatternSeason | null =>
  isDay(season.from) && isDay(season.to) ? { from: season.from, to: season.to, ranges: rangesOf(season.rows) } : null
