import {
  addDays,
  hours,
  type Instant,
  instantAtMinute,
  localDay,
  minutes,
  nextQuarter,
  QUARTER_MS,
  startOfDay,
  type TimeRange,
  weekdayOf,
} from '../cairo.ts'
import { LESSON_DURATIONS, type LessonDuration, SHORTEST_LESSON } from '../lessons/durations.ts'
import { acceptsLessons, earliestStart, freeRanges, type LessonSlot } from '../lessons/slots.ts'
import type { When } from './options.ts'

/** How many times a card shows, and how far apart they are if there is a choice. */
export const NEXT_TIMES = 3
const APART = hours(3)
/** How many days of times a profile shows, including today. */
export const DAYS_OF_TIMES = 7

const FRIDAY = 5
const EVENING_MINUTE = 17 * 60

/**
 * The bookable ranges, in order: the free parts of each slot after the tutor's notice (minutes), starting on a quarter hour
 * and long enough for the shortest lesson. The slots and busy ranges may be unordered.
 */
export function bookableRanges(
  slots: readonly LessonSlot[],
  busy: readonly TimeRange[],
  now: Instant,
  notice: number,
): TimeRange[] {
  const first = nextQuarter(earliestStart(now, notice))
  return slots
    .filter((slot) => acceptsLessons(slot) && slot.end > first)
    .sort((one, other) => one.start - other.start)
    .flatMap((slot) => freeRanges(slot, busy))
    .map(({ start, end }) => ({ start: Math.max(nextQuarter(start), first), end }))
    .filter(({ start, end }) => start + minutes(SHORTEST_LESSON) <= end)
}

/** The first start within `starts` of a lesson that fits into one of the ranges, which are in order; null without one. */
export function firstStart(
  ranges: readonly TimeRange[],
  starts: TimeRange,
  duration: LessonDuration = SHORTEST_LESSON,
): Instant | null {
  const from = nextQuarter(starts.start)
  for (const range of ranges) {
    const start = Math.max(range.start, from)
    if (start >= starts.end) return null
    if (start + minutes(duration) <= range.end) return start
  }
  return null
}

/**
 * The three times that a card shows: the soonest, then others at least three hours apart; if there are too few of these,
 * the soonest of the rest (docs/rules/tutors.md 2.11).
 */
export function nextTimes(ranges: readonly TimeRange[], starts: TimeRange): Instant[] {
  const apart = startsFrom(ranges, starts, APART)
  if (apart.length === NEXT_TIMES) return apart
  const all = startsFrom(ranges, starts, QUARTER_MS)
  const rest = all.filter((start) => !apart.includes(start))
  return [...apart, ...rest.slice(0, NEXT_TIMES - apart.length)].sort((one, other) => one - other)
}

/** The starts at least `step` apart, at most as many as a card needs. */
function startsFrom(ranges: readonly TimeRange[], { start, end }: TimeRange, step: number): Instant[] {
  const found: Instant[] = []
  const count = step === APART ? NEXT_TIMES : 2 * NEXT_TIMES
  for (let from = start; found.length < count; ) {
    const next = firstStart(ranges, { start: from, end })
    if (next === null) return found
    found.push(next)
    from = next + step
  }
  return found
}

/** The range of starts that the filter `when` means (docs/rules/tutors.md 2.13); without it, all future ones. */
export function startsWithin(when: When | undefined, now: Instant): TimeRange {
  const today = localDay(now)
  const tomorrow = startOfDay(addDays(today, 1))
  switch (when) {
    case undefined:
      return { start: now, end: Number.MAX_SAFE_INTEGER }
    case 'now':
      return { start: now, end: now + hours(1) + 1 }
    case 'today':
      return { start: now, end: tomorrow }
    case 'evening':
      return { start: Math.max(now, instantAtMinute(today, EVENING_MINUTE)), end: tomorrow }
    case 'weekend': {
      // On a Saturday, the last day of the week, it was yesterday.
      const friday = addDays(today, FRIDAY - weekdayOf(today))
      return { start: Math.max(now, startOfDay(friday)), end: startOfDay(addDays(friday, 2)) }
    }
  }
}

/** A start, and the longest lesson that can begin then, in minutes. */
export type OpenTime = { start: Instant; longest: LessonDuration }

/** Every start of the coming seven days, including today, with the longest lesson that fits (docs/rules/tutors.md 2.12). */
export function openTimes(ranges: readonly TimeRange[], now: Instant): OpenTime[] {
  const until = startOfDay(addDays(localDay(now), DAYS_OF_TIMES))
  const times = new Map<Instant, LessonDuration>()
  for (const range of ranges)
    for (let start = range.start; start < until && start + minutes(SHORTEST_LESSON) <= range.end; start += QUARTER_MS) {
      const longest = LESSON_DURATIONS.findLast((duration) => start + minutes(duration) <= range.end)
      if (longest) times.set(start, Math.max(longest, times.get(start) ?? 0) as LessonDuration)
    }
  return [...times].map(([start, longest]) => ({ start, longest })).sort((one, other) => one.start - other.start)
}
