import { type SlotValues, whyNotSlotTime } from '#domain/availability/slot-times'
import {
  addDays,
  daysBetween,
  type Instant,
  instantsAt,
  type LocalDay,
  localDay,
  localTime,
  overlaps,
  plusDays,
  startOfDay,
  type TimeRange,
} from '#domain/cairo'
import type { ShownSlot } from './draft.ts'

export const MAX_COPIED_WEEKS = 4

/** Why a slot is not copied: it overlaps another, it would be in the past, or a clock change skips its time. */
export type Skip = 'conflict' | 'past' | 'missing'
export type Copy = { slot: SlotValues; skip: Skip | null }

const exists = (start: Instant, days: number): boolean => {
  const { day, hour, minute } = localTime(start)
  return instantsAt(addDays(day, days), hour, minute).length > 0
}

function skipOf(
  slot: ShownSlot,
  copy: TimeRange,
  days: number,
  taken: readonly TimeRange[],
  now: Instant,
): Skip | null {
  if (!exists(slot.start, days)) return 'missing'
  if (copy.start < now) return 'past'
  if (whyNotSlotTime(copy, now)) return 'missing'
  return taken.some((other) => overlaps(copy, other)) ? 'conflict' : null
}

/** The slots that begin in the week of this Saturday. */
export const slotsOfWeek = (slots: readonly ShownSlot[], saturday: LocalDay): ShownSlot[] => {
  const [from, to] = [startOfDay(saturday), startOfDay(addDays(saturday, 7))]
  return slots.filter(({ start }) => start >= from && start < to)
}

/**
 * Copies slots by a number of days (negative: back) at the same Cairo wall-clock times, in addition to all `slots`. Slots
 * that cannot be copied have a reason; the rest is still copied.
 */
function copies(copied: readonly ShownSlot[], slots: readonly ShownSlot[], offsets: readonly number[], now: Instant) {
  const taken: TimeRange[] = [...slots]
  return offsets.flatMap((days) =>
    copied.map((slot): Copy => {
      const copy = { start: plusDays(slot.start, days), end: plusDays(slot.end, days), purpose: slot.purpose }
      const skip = skipOf(slot, copy, days, taken, now)
      if (!skip) taken.push(copy)
      return { slot: copy, skip }
    }),
  )
}

/** Copies the week of `saturday` to each of the next `weeks` weeks. */
export const copiesOfWeek = (slots: readonly ShownSlot[], saturday: LocalDay, weeks: number, now: Instant): Copy[] =>
  copies(
    slotsOfWeek(slots, saturday),
    slots,
    Array.from({ length: weeks }, (_, index) => (index + 1) * 7),
    now,
  )

/** The slots that begin on a day. */
export const slotsOfDay = (slots: readonly ShownSlot[], day: LocalDay): ShownSlot[] =>
  slots.filter(({ start }) => localDay(start) === day)

/** Copies a day to other days. */
export const copiesOfDay = (
  slots: readonly ShownSlot[],
  day: LocalDay,
  targets: readonly LocalDay[],
  now: Instant,
): Copy[] =>
  copies(
    slotsOfDay(slots, day),
    slots,
    targets.map((target) => daysBetween(day, target)),
    now,
  )

const A_WEEK = 7

/** The days to which a day can be copied: those of its week that are not over, then the same weekday of the coming weeks. */
export function copyTargets(
  day: LocalDay,
  week: readonly LocalDay[],
  today: LocalDay,
): { near: LocalDay[]; later: LocalDay[] } {
  const near = week.filter((one) => one !== day && one >= today)
  const later = Array.from({ length: MAX_COPIED_WEEKS }, (_, index) => addDays(day, (index + 1) * A_WEEK))
  return { near, later }
}
