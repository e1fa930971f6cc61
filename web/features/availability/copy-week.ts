import { type SlotValues, whyNotSlotTime } from '#domain/availability/slot-times'
import {
  addDays,
  type Instant,
  instantsAt,
  type LocalDay,
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
 * Copies the week of `saturday` to each of the next `weeks` weeks, at the same Cairo wall-clock times. What cannot be
 * copied says why; the rest is still copied.
 */
export function copiesOfWeek(slots: readonly ShownSlot[], saturday: LocalDay, weeks: number, now: Instant): Copy[] {
  const taken: TimeRange[] = [...slots]
  return Array.from({ length: weeks }, (_, index) => (index + 1) * 7).flatMap((days) =>
    slotsOfWeek(slots, saturday).map((slot) => {
      const copy = { start: plusDays(slot.start, days), end: plusDays(slot.end, days), purpose: slot.purpose }
      const skip = skipOf(slot, copy, days, taken, now)
      if (!skip) taken.push(copy)
      return { slot: copy, skip }
    }),
  )
}
