import { admits, SlotPurpose } from '../availability/purposes.ts'
import { contains, type Instant, minutes, nextQuarter, overlaps, QUARTER_MS, type TimeRange } from '../cairo.ts'
import { type LessonDuration, rangeOf } from './durations.ts'

export type LessonSlot = TimeRange & { purpose: SlotPurpose; deleted: boolean }

/** Merges the quarters of one user in `busy_quarters` into time ranges, in order. */
export function rangesOfQuarters(quarters: Iterable<number>): TimeRange[] {
  const ranges: TimeRange[] = []
  for (const quarter of [...quarters].sort((a, b) => a - b)) {
    const start = quarter * QUARTER_MS
    const last = ranges.at(-1)
    if (last && last.end >= start) last.end = start + QUARTER_MS
    else ranges.push({ start, end: start + QUARTER_MS })
  }
  return ranges
}

/** The free ranges of a slot, in order. The busy ranges may be unordered and may overlap. */
export function freeRanges(slot: TimeRange, busy: readonly TimeRange[]): TimeRange[] {
  const free: TimeRange[] = []
  let start = slot.start
  for (const taken of busy.filter((one) => overlaps(one, slot)).sort((a, b) => a.start - b.start)) {
    if (taken.start > start) free.push({ start, end: taken.start })
    start = Math.max(start, taken.end)
  }
  if (start < slot.end) free.push({ start, end: slot.end })
  return free
}

/** Whether a lesson lies inside the slot and overlaps no busy range (docs/rules/availability.md 4.1). */
export const isFree = (slot: TimeRange, busy: readonly TimeRange[], lesson: TimeRange): boolean =>
  contains(slot, lesson) && !busy.some((taken) => overlaps(taken, lesson))

/** The earliest start of a lesson of a tutor with `notice` minutes of notice. */
export const earliestStart = (now: Instant, notice: number): Instant => now + minutes(notice)

/**
 * The starts that a slot offers: every quarter hour at which the whole lesson is free, and not earlier than the tutor's
 * notice (minutes) allows (docs/rules/availability.md 4.2).
 */
export function offeredStarts(
  slot: TimeRange,
  busy: readonly TimeRange[],
  duration: LessonDuration,
  now: Instant,
  notice: number,
): Instant[] {
  const length = minutes(duration)
  return freeRanges(slot, busy).flatMap(({ start, end }) => {
    const first = nextQuarter(Math.max(start, earliestStart(now, notice)))
    const count = Math.max(0, Math.floor((end - length - first) / QUARTER_MS) + 1)
    return Array.from({ length: count }, (_, index) => first + index * QUARTER_MS)
  })
}

/** Whether lessons can be booked in a slot. */
export const acceptsLessons = (slot: LessonSlot): boolean => !slot.deleted && admits(slot.purpose, SlotPurpose.Lesson)

/** `busy` without the time of the lesson that is being rebooked, which does not conflict with itself. */
export const withoutOwnLesson = (busy: readonly TimeRange[], own: Parameters<typeof rangeOf>[0]): TimeRange[] =>
  busy.flatMap((taken) => freeRanges(taken, [rangeOf(own)]))
