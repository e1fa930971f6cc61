import type { LessonView } from '../lessons/shared/lesson-view.ts'
import type { ShownSlot } from './draft.ts'
import type { SlotMarks } from './slot-block.tsx'
import type { Schedule } from './use-schedule.ts'
import { isMovable } from './verdict.ts'

/** The lessons booked in a slot, earliest first. */
export const bookedIn = ({ id }: ShownSlot, lessons: readonly LessonView[]): LessonView[] =>
  id === null ? [] : lessons.filter(({ slotId }) => slotId === id).toSorted((one, other) => one.start - other.start)

/** What is to be seen of a slot besides its times. */
export const marksOf = (slot: ShownSlot, { now, conflicts, lessons }: Schedule): SlotMarks => ({
  isOver: slot.end <= now,
  isLocked: !isMovable(slot, now),
  isConflicting: conflicts.has(slot.key),
  bookedCount: bookedIn(slot, lessons).length,
})
