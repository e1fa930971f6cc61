import {
  addDays,
  daysBetween,
  type Instant,
  instantAtMinute,
  isOnQuarter,
  type LocalDay,
  lastPlannable,
  localDay,
  MINUTES_A_DAY,
  minutes,
  nextQuarter,
  overlaps,
  type TimeRange,
  weekdayOf,
  withoutTaken,
} from '../cairo.ts'
import type { ErrorCode } from '../errors.ts'
import type { Role } from '../roles.ts'
import { allowedPurposes, type Slot, type SlotAction, type SlotSession } from './changes.ts'
import type { SlotPurpose } from './purposes.ts'
import { MIN_SLOT } from './slot-times.ts'

/** A weekly time: minutes after midnight Cairo time on a weekday (0 is Sunday). An end after 1440 is on the next day. */
export type PatternRange = { weekday: number; from: number; to: number; purpose: SlotPurpose }
/** Different times between two days, both inclusive: the hours of Ramadan. */
export type PatternSeason = { from: LocalDay; to: LocalDay; ranges: PatternRange[] }
export type Pattern = { ranges: PatternRange[]; season: PatternSeason | null; daysOff: LocalDay[] }

/** How many days ahead a pattern creates slots, including today (docs/rules/availability.md 5.2). */
export const PATTERN_DAYS = 28
/** The longest season, in days. */
export const MAX_SEASON_DAYS = 62
/** The latest end of a range, in minutes: six in the morning of the next day. */
export const LATEST_END = MINUTES_A_DAY + 6 * 60

const MINUTES_A_WEEK = 7 * MINUTES_A_DAY

const isTime = ({ from, to }: PatternRange) =>
  from >= 0 &&
  from < MINUTES_A_DAY &&
  from < to &&
  to <= Math.min(LATEST_END, from + MINUTES_A_DAY) &&
  [from, to].every((at) => isOnQuarter(minutes(at)))

/** Whether ranges overlap in a repeating week: the end of Saturday night may reach into Sunday's first hours. */
function isOverlapping(ranges: readonly PatternRange[]): boolean {
  const spans = ranges.map(({ weekday, from, to }) => ({
    start: weekday * MINUTES_A_DAY + from,
    end: weekday * MINUTES_A_DAY + to,
  }))
  const later = (span: TimeRange) => ({ start: span.start + MINUTES_A_WEEK, end: span.end + MINUTES_A_WEEK })
  return spans.some((one, index) =>
    spans.some((other, at) => (at > index && overlaps(one, other)) || (at !== index && overlaps(one, later(other)))),
  )
}

/**
 * Why a tutor cannot save this pattern: times that are not on quarter hours, or a season that ends before it begins or
 * lasts too long (`bad-request`), a purpose that the role may not use (`forbidden`), overlapping ranges
 * (`conflicting-schedule`) (docs/rules/availability.md 5.1).
 */
export function whyNotPattern({ ranges, season }: Pick<Pattern, 'ranges' | 'season'>, role: Role): ErrorCode | null {
  const all = [...ranges, ...(season?.ranges ?? [])]
  if (!all.every(isTime)) return 'bad-request'
  const seasonDays = season ? daysBetween(season.from, season.to) + 1 : 1
  if (seasonDays < 1 || seasonDays > MAX_SEASON_DAYS) return 'bad-request'
  if (!all.every(({ purpose }) => allowedPurposes(role).includes(purpose))) return 'forbidden'
  return isOverlapping(ranges) || isOverlapping(season?.ranges ?? []) ? 'conflicting-schedule' : null
}

/** A season or a day off must not be more than five years ahead (docs/rules/time.md 1.6). */
export function whyNotPatternDays(
  { season, daysOff }: Pick<Pattern, 'season' | 'daysOff'>,
  now: Instant,
): ErrorCode | null {
  const last = localDay(lastPlannable(now))
  const isTooFar = (day: LocalDay) => daysBetween(last, day) > 0
  return [...daysOff, ...(season ? [season.from, season.to] : [])].some(isTooFar) ? 'date-too-far' : null
}

/** The pattern without ranges for purposes that the role may no longer use. */
export function allowedPart({ ranges, season, daysOff }: Pattern, role: Role): Pattern {
  const isAllowed = ({ purpose }: PatternRange) => allowedPurposes(role).includes(purpose)
  return {
    ranges: ranges.filter(isAllowed),
    season: season && { ...season, ranges: season.ranges.filter(isAllowed) },
    daysOff,
  }
}

/** The ranges that begin on a day: none on a day off, the season's during the season. */
export function rangesOn({ ranges, season, daysOff }: Pattern, day: LocalDay): PatternRange[] {
  if (daysOff.includes(day)) return []
  const isInSeason = season !== null && season.from <= day && day <= season.to
  return (isInSeason ? season.ranges : ranges).filter(({ weekday }) => weekday === weekdayOf(day))
}

/** The days on which a pattern has slots: today and those after it. */
export const patternDaysFrom = (now: Instant): LocalDay[] =>
  Array.from({ length: PATTERN_DAYS }, (_, index) => addDays(localDay(now), index))

/** The last of these days. */
export const lastPatternDay = (now: Instant): LocalDay => addDays(localDay(now), PATTERN_DAYS - 1)

export type PatternSlot = Slot & { fromPattern: boolean }

type Opening = {
  pattern: Pattern
  /** The days to create slots on. */
  days: readonly LocalDay[]
  /** All slots of the tutor that have not ended. */
  slots: readonly PatternSlot[]
  /** Every session of these slots. */
  sessions: readonly SlotSession[]
  now: Instant
}

/**
 * The actions that apply a pattern to days on which it is not applied yet, or not in its current form. Slots of an earlier
 * pattern are removed, except for their booked part; slots created or changed by hand stay. The remaining times of the
 * pattern are created (docs/rules/availability.md 5.3). A time that the spring change skips is omitted. A range begins in
 * the first occurrence of the hour repeated in autumn, and one that continues past that hour includes both occurrences.
 */
export function patternActions({ pattern, days, slots, sessions, now }: Opening): SlotAction[] {
  const own = slots.filter(({ deleted }) => !deleted)
  const isOnDays = ({ start, end }: TimeRange) =>
    [localDay(start), localDay(end - 1)].every((day) => days.includes(day))
  const replaced = own.filter((slot) => slot.fromPattern && slot.start > now && isOnDays(slot))
  const remains = replaced.map((slot) => ({ slot, booked: bookedPart(slot, sessions) }))
  const taken: TimeRange[] = [
    ...own.filter((slot) => !replaced.includes(slot)),
    ...remains.flatMap(({ booked }) => (booked ? [booked] : [])),
  ]
  const creates = days.flatMap((day) =>
    rangesOn(pattern, day).flatMap(({ from, to, purpose }) => {
      const start = Math.max(instantAtMinute(day, from), nextQuarter(now))
      const range = { start, end: instantAtMinute(day, to) }
      const parts = range.end - range.start < MIN_SLOT ? [] : withoutTaken(range, taken)
      taken.push(...parts)
      return parts.map((part) => ({ type: 'create' as const, start: part.start, end: part.end, purpose }))
    }),
  )
  return [...remains.map(({ slot, booked }) => remainAction(slot.id, booked)), ...creates]
}

const remainAction = (id: number, booked: TimeRange | null): SlotAction =>
  booked ? { type: 'update', id, start: booked.start, end: booked.end } : { type: 'delete', id }

/** From the first to the last open session of a slot that have not begun. */
function bookedPart(slot: Slot, sessions: readonly SlotSession[]): TimeRange | null {
  const open = sessions.filter(({ slotId, isOpen }) => slotId === slot.id && isOpen)
  if (open.length === 0) return null
  return { start: Math.min(...open.map(({ start }) => start)), end: Math.max(...open.map(({ end }) => end)) }
}
