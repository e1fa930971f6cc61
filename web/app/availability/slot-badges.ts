import type { LessonView } from '../lessons/shared/lesson-view.ts'
import type { ShownSlot } from './draft.ts'
import type { SlotBadges } from './slot-block.tsx'
import { isMovable } from './slot-rules.ts'
import type { Schedule } from './use-schedule.ts'

/** The lessons booked in a slot, earliest first. */
export const bookedIn = ({ id }: ShownSlot, lessons: readonly LessonView[]): LessonView[] =>
  id === null ? [] : lessons.filter(({ slotId }) => slotId === id).toSorted((one, other) => one.start - other.start)

/** The badges of a slot. */
export const badgesOf = (slot: ShownSlot, { now, conflicts, lessons }: Schedule): SlotBadges => ({
  isOver: slot.end <= now,
  isLocked: !isMovable(slot, now),
  isConflicting: conflicts.has(slot.key),
  bookedCount: bookedIn(slot, lessons).length,
})
