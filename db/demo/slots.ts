import { admits, SlotPurpose } from '#domain/availability/purposes'
import { addDays, type Instant, instantsAt, type LocalDay, localDay, type TimeRange, weekdayOf } from '#domain/cairo'
import { Role } from '#domain/roles'
import type { DayRange } from './hours.ts'
import { type Random, seeded } from './random.ts'
import type { Tutor } from './tutors.ts'

export type Slot = TimeRange & { id: number; userId: number; purpose: SlotPurpose; createdAt: Instant }

/** How many days before and after today have slots. */
export const DAYS_BACK = 56
const DAYS_AHEAD = 28

/** The range as instants; null if its start or end is in the hour that the spring change skips. */
export function rangeOn(day: LocalDay, { from, to }: DayRange): TimeRange | null {
  const [start] = instantsAt(day, Math.floor(from / 60), from % 60)
  const [end] = instantsAt(day, Math.floor(to / 60), to % 60)
  return start !== undefined && end !== undefined && start < end ? { start, end } : null
}

/** A manager's ranges are for interviews, demo sessions and anything, in this order; a tutor's are for lessons. */
function purposeOf(random: Random, tutor: Tutor, place: number): SlotPurpose {
  if (tutor.role === Role.TutorManager)
    return [SlotPurpose.Interview, SlotPurpose.DemoSession, SlotPurpose.General][place % 3] ?? SlotPurpose.General
  return random.chance(0.3) ? SlotPurpose.General : SlotPurpose.Lesson
}

type PlannedSlot = Omit<Slot, 'id'>

function plannedSlots(random: Random, tutor: Tutor, day: LocalDay, now: Instant): PlannedSlot[] {
  const ranges = tutor.hours[weekdayOf(day)] ?? []
  const dayOff = !tutor.alwaysOpen && random.chance(0.1)
  if (dayOff) return []
  return ranges.flatMap((dayRange, place) => {
    const range = rangeOn(day, dayRange)
    const purpose = purposeOf(random, tutor, place)
    const createdAt = Math.min(
      now - random.int(1, 72) * 3_600_000,
      (range?.start ?? now) - random.int(6, 12) * 86_400_000,
    )
    return range ? [{ ...range, userId: tutor.id, purpose, createdAt }] : []
  })
}

/** The slots of every onboarded tutor, past and future. */
export function slotsOf(tutors: readonly Tutor[], now: Instant): Slot[] {
  const today = localDay(now)
  const days = Array.from({ length: DAYS_BACK + DAYS_AHEAD + 1 }, (_, at) => addDays(today, at - DAYS_BACK))
  return tutors
    .filter((tutor) => tutor.stage === 'onboarded')
    .flatMap((tutor) => {
      const random = seeded(`slots ${tutor.id}`)
      return days.flatMap((day) => plannedSlots(random, tutor, day, now))
    })
    .map((slot, at) => ({ id: at + 1, ...slot }))
}

/** The slots that admit a kind of session, by their owner's id. */
export function slotsFor(slots: readonly Slot[], kind: SlotPurpose): Map<number, Slot[]> {
  const owners = new Map<number, Slot[]>()
  for (const slot of slots) {
    if (!admits(slot.purpose, kind)) continue
    const own = owners.get(slot.userId) ?? []
    own.push(slot)
    owners.set(slot.userId, own)
  }
  return owners
}
