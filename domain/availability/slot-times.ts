import { hours, type Instant, isOnQuarter, lastPlannable, plusDays, QUARTER_MS, type TimeRange } from '../cairo.ts'
import type { ErrorCode } from '../errors.ts'
import type { SlotPurpose } from './purposes.ts'

export type SlotValues = TimeRange & { purpose: SlotPurpose }

export const MIN_SLOT = QUARTER_MS
/** The longest slot: a day on which the clocks go back (docs/rules/availability.md 1.3). */
export const MAX_SLOT = hours(25)
/** The latest end of a slot: a day after its start. That day has 25 hours when the clocks go back. */
export const longestEnd = (start: Instant): Instant => Math.max(start + hours(24), plusDays(start, 1))

/**
 * A slot is aligned to quarter hours, lasts 15 minutes to a day, has not ended (docs/rules/availability.md 1.3) and ends
 * within five years (`date-too-far`).
 */
export function whyNotSlotTime({ start, end }: TimeRange, now: Instant): ErrorCode | null {
  if (Math.max(start, end) > lastPlannable(now)) return 'date-too-far'
  const isOnGrid = isOnQuarter(start) && isOnQuarter(end)
  const isLengthFit = end - start >= MIN_SLOT && end <= longestEnd(start)
  return isOnGrid && isLengthFit && end > now ? null : 'bad-request'
}

/** Slots of any purpose conflict when they overlap; one may start when another ends. */
export function whyNotDisjoint(slots: readonly TimeRange[]): ErrorCode | null {
  const inOrder = slots.toSorted((one, other) => one.start - other.start)
  const meets = (slot: TimeRange, index: number) => slot.start < (inOrder[index - 1]?.end ?? slot.start)
  return inOrder.some(meets) ? 'conflicting-schedule' : null
}
