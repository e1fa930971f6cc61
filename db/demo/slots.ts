import { admits, SlotPurpose } from '#domain/availability/purposes'
import { addDays, type Instant, instantsAt, type LocalDay, localDay, type TimeRange, weekdayOf } from '#domain/cairo'
import { Role } from '#domain/roles'
import type { Stretch } from './hours.ts'
import { type Random, seeded } from './random.ts'
import type { Tutor } from './tutors.ts'

export type Slot = TimeRange & { id: number; userId: number; purpose: SlotPurpose; createdAt: Instant }

/** How far back and ahead of today the calendars are filled, in days. */
export const DAYS_BACK = 56
const DAYS_AHEAD = 28

/** The range on Cairo's clocks; none where the clock change leaves a stretch without its beginning or its end. */
export function rangeOn(day: LocalDay, { from, to }: Stretch): TimeRange | null {
  const [start] = instantsAt(day, Math.floor(from / 60), from % 60)
  const [end] = instantsAt(day, Math.floor(to / 60), to % 60)
  return start !== undefined && end !== undefined && start < end ? { start, end } : null
}

/** Managers meet tutors first and the demo after it, and keep the late hour for students; tutors teach. */
function purposeOf(random: Random, tutor: Tutor, place: number): SlotPurpose {
  if (tutor.role === Role.TutorManager)
    return [SlotPurpose.Interview, SlotPurpose.DemoSession, SlotPurpose.General][place % 3] ?? SlotPurpose.General
  return random.chance(0.3) ? SlotPurpose.General : SlotPurpose.Lesson
}

type Planned = Omit<Slot, 'id'>

function plannedOn(random: Random, tutor: Tutor, day: LocalDay, now: Instant): Planned[] {
  const stretches = tutor.hours[weekdayOf(day)] ?? []
  const dayOff = !tutor.alwaysOpen && random.chance(0.1)
  if (dayOff) return []
  return stretches.flatMap((stretch, place) => {
    const range = rangeOn(day, stretch)
    const purpose = purposeOf(random, tutor, place)
    const createdAt = Math.min(
      now - random.int(1, 72) * 3_600_000,
      (range?.start ?? now) - random.int(6, 12) * 86_400_000,
    )
    return range ? [{ ...range, userId: tutor.id, purpose, createdAt }] : []
  })
}

/** What every onboarded tutor has opened, past and coming. */
export function slotsOf(tutors: readonly Tutor[], now: Instant): Slot[] {
  const today = localDay(now)
  const days = Array.from({ length: DAYS_BACK + DAYS_AHEAD + 1 }, (_, at) => addDays(today, at - DAYS_BACK))
  return tutors
    .filter((tutor) => tutor.stage === 'onboarded')
    .flatMap((tutor) => {
      const random = seeded(`slots ${tutor.id}`)
      return days.flatMap((day) => plannedOn(random, tutor, day, now))
    })
    .map((slot, at) => ({ id: at + 1, ...slot }))
}

/** The slots of one owner that admit a kind of session. */
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
