import type { SlotAction as WireAction } from '#contract/availability'
import { allowedPurposes, changeSlots, type SlotAction, type SlotSession } from '#domain/availability/changes'
import { SlotPurpose } from '#domain/availability/purposes'
import { type SlotValues, whyNotDisjoint, whyNotSlotTime } from '#domain/availability/slot-times'
import { type Instant, type TimeRange, toIso } from '#domain/cairo'
import { isCancelled } from '#domain/lessons/states'
import type { Role } from '#domain/roles'
import type { LessonView } from '../lessons/shared/lesson-view.ts'
import type { Draft, ShownSlot } from './draft.ts'

type Actor = { id: number; role: Role }
type Booked = SlotSession & { lesson: LessonView }

const bookedIn = (slotId: number, lessons: readonly LessonView[]): Booked[] =>
  lessons
    .filter((lesson) => lesson.slotId === slotId)
    .map((lesson) => {
      const { id, start, end } = lesson
      return { id, start, end, slotId, lesson, kind: SlotPurpose.Lesson, isOpen: !isCancelled(lesson) }
    })

/** The lessons that one action cancels, by the server's own rule; none while the action would be refused. */
function lessonsCanceledBy(
  action: SlotAction,
  was: SlotValues,
  lessons: readonly LessonView[],
  actor: Actor,
  now: Instant,
): LessonView[] {
  if (action.type === 'create') return []
  const slots = [{ ...was, id: action.id, userId: actor.id, deleted: false }]
  try {
    const changes = { actor, actions: [action], slots, sessions: bookedIn(action.id, lessons), now }
    return changeSlots(changes).cancelled.map(({ lesson }) => lesson)
  } catch {
    return []
  }
}

export type RuleContext = { actor: Actor; lessons: readonly LessonView[]; now: Instant }

/** The lessons that moving a saved slot to other times cancels. */
export const canceledByMoving = (
  id: number,
  was: SlotValues,
  is: SlotValues,
  { actor, lessons, now }: RuleContext,
): LessonView[] => lessonsCanceledBy({ type: 'update', id, ...is }, was, lessons, actor, now)

/** The lessons that deleting a saved slot cancels. */
export const canceledByDeleting = (id: number, was: SlotValues, { actor, lessons, now }: RuleContext): LessonView[] =>
  lessonsCanceledBy({ type: 'delete', id }, was, lessons, actor, now)

/** The lessons that saving the draft cancels, earliest first. */
export const canceledBySaving = ({ changed, removed }: Draft, judge: RuleContext): LessonView[] =>
  [
    ...[...changed].flatMap(([id, { was, is }]) => canceledByMoving(id, was, is, judge)),
    ...[...removed].flatMap(([id, was]) => canceledByDeleting(id, was, judge)),
  ].toSorted((one, other) => one.start - other.start)

/** The keys of slots that overlap each other. */
export function conflicts(slots: readonly ShownSlot[], now: Instant): ReadonlySet<string> {
  const open = slots.filter(({ end }) => end > now)
  const meets = (one: ShownSlot) => open.some((other) => other !== one && whyNotDisjoint([one, other]) !== null)
  return new Set(open.filter(meets).map(({ key }) => key))
}

/** Why a range cannot become a slot: it overlaps another or begins in the past. */
export function whyNotOpen(
  range: TimeRange,
  others: readonly TimeRange[],
  now: Instant,
): 'past' | 'short' | 'conflict' | null {
  if (range.start < now) return 'past'
  if (whyNotSlotTime(range, now)) return 'short'
  return others.some((other) => whyNotDisjoint([range, other])) ? 'conflict' : null
}

/** A slot that has begun stays where it is: it can only be deleted. */
export const isMovable = ({ id, start }: ShownSlot, now: Instant): boolean => id === null || start > now

const wireTime = (at: Instant | undefined) => (at === undefined ? undefined : toIso(at))

/** The actions as the contract writes them. */
export const wireActions = (actions: readonly SlotAction[]): WireAction[] =>
  actions.map((action) => {
    if (action.type === 'delete') return action
    if (action.type === 'create') return { ...action, start: toIso(action.start), end: toIso(action.end) }
    return { ...action, start: wireTime(action.start), end: wireTime(action.end) }
  })

/** The purpose of a new slot unless another is chosen. */
export const defaultPurpose = (role: Role): SlotPurpose =>
  allowedPurposes(role).includes(SlotPurpose.Lesson) ? SlotPurpose.Lesson : SlotPurpose.General
