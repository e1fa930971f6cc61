import { admits, type SlotPurpose } from '#domain/availability/purposes'
import { fromIso, type Instant, minutes, nextQuarter, overlaps, type TimeRange } from '#domain/cairo'
import { freeRanges } from '#domain/lessons/slots'
import { MEETING_MINUTES } from '#domain/meetings/times'
import type { SlotsAnswer } from '../../shared/tutors/offered-times.ts'

const MEETING_MS = minutes(MEETING_MINUTES)

/** A half hour in which a manager is free; `slotIds` are those of all managers who are, the freest first. */
export type Offer = TimeRange & { slotIds: readonly [number, ...number[]] }

const rangeOfText = ({ start, end }: { start: string; end: string }): TimeRange => ({
  start: fromIso(start),
  end: fromIso(end),
})

/** Consecutive half hours from the first quarter hour that has not passed, so that no unbookable gap remains. */
function halfHoursIn({ start, end }: TimeRange, now: Instant): Instant[] {
  const first = nextQuarter(Math.max(start, now))
  const count = Math.max(0, Math.floor((end - first) / MEETING_MS))
  return Array.from({ length: count }, (_, index) => first + index * MEETING_MS)
}

/**
 * The half hours that managers offer for a kind of meeting, soonest first, without duplicates for several free managers.
 * `own` are the tutor's own meetings, which must not overlap (docs/rules/onboarding.md 3.2).
 */
export function meetingOffers(
  { slots, subslots }: SlotsAnswer,
  kind: SlotPurpose,
  own: readonly TimeRange[],
  now: Instant,
): Offer[] {
  const busy = subslots.map(rangeOfText)
  const found = slots.list
    .filter((slot) => !slot.deleted && admits(slot.purpose, kind))
    .flatMap((slot) => {
      const taken = busy.filter((_, index) => subslots[index]?.parent === slot.id)
      const free = freeRanges(rangeOfText(slot), taken).flatMap((range) => halfHoursIn(range, now))
      return free.map((start) => ({ start, slotId: slot.id, managerId: slot.userId }))
    })
    .filter(({ start }) => !own.some((meeting) => overlaps(meeting, { start, end: start + MEETING_MS })))
  const freeHalfHours = (managerId: number) => found.filter((one) => one.managerId === managerId).length
  const starts = [...new Set(found.map(({ start }) => start))].sort((one, other) => one - other)
  return starts.flatMap((start) => {
    const [first, ...others] = found
      .filter((one) => one.start === start)
      .sort((one, other) => freeHalfHours(other.managerId) - freeHalfHours(one.managerId))
      .map(({ slotId }) => slotId)
    return first === undefined ? [] : [{ start, end: start + MEETING_MS, slotIds: [first, ...others] as const }]
  })
}
