import { contains, hours, type Instant, isOnQuarter, plusDays, QUARTER_MS, type TimeRange } from '../cairo.ts'
import { DomainError, type ErrorCode } from '../errors.ts'
import { isTutorManager, isTutorSide, type Role } from '../roles.ts'
import { SlotPurpose } from './purposes.ts'

export const MIN_SLOT = QUARTER_MS
/** The latest end of a slot: a day after its start. That day has 25 hours when the clocks go back. */
const longestEnd = (start: Instant): Instant => Math.max(start + hours(24), plusDays(start, 1))

export type SlotValues = TimeRange & { purpose: SlotPurpose }
export type Slot = SlotValues & { id: number; userId: number; deleted: boolean }
/** A session booked in a slot. `isOpen`: a lesson that is not cancelled, or a pending interview or demo session. */
export type SlotSession = TimeRange & { kind: SlotPurpose; id: number; slotId: number; isOpen: boolean }

export type SlotAction =
  | ({ type: 'create' } & SlotValues)
  | {
      type: 'update'
      id: number
      start?: Instant | undefined
      end?: Instant | undefined
      purpose?: SlotPurpose | undefined
    }
  | { type: 'delete'; id: number }

/**
 * `slots` must contain every slot that an action refers to and all slots of the actor that have not ended; `sessions`,
 * every session of the slots that an action refers to.
 */
export type SlotChanges<Session extends SlotSession = SlotSession> = {
  actor: { id: number; role: Role }
  actions: readonly SlotAction[]
  slots: readonly Slot[]
  sessions: readonly Session[]
  now: Instant
}

export type ChangedSlots<Session extends SlotSession = SlotSession> = {
  inserts: SlotValues[]
  updates: (SlotValues & { id: number })[]
  /** Ids of slots without any session, whose rows are deleted. */
  deletes: number[]
  /**
   * Ids of slots with a session, past or cancelled ones included: sessions refer to the row, so it is only marked
   * deleted.
   */
  softDeletes: number[]
  /** Sessions to cancel, in the name of the slots' owner. */
  cancelled: Session[]
}

/** Only tutor managers hold interviews and demo sessions (docs/rules/availability.md 1.2). */
export const allowedPurposes = (role: Role): SlotPurpose[] => {
  if (isTutorManager(role)) return Object.values(SlotPurpose)
  return isTutorSide(role) ? [SlotPurpose.General, SlotPurpose.Lesson] : []
}

/** A slot is aligned to quarter hours, lasts 15 minutes to a day and has not ended (docs/rules/availability.md 1.3). */
export function whyNotSlotTime({ start, end }: TimeRange, now: Instant): ErrorCode | null {
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

type ExistingSlotAction = Exclude<SlotAction, { type: 'create' }>
const isForExistingSlot = (action: SlotAction): action is ExistingSlotAction => action.type !== 'create'
const isUpdate = (action: SlotAction): action is SlotAction & { type: 'update' } => action.type === 'update'
const isCreate = (action: SlotAction): action is SlotAction & { type: 'create' } => action.type === 'create'

const updated = (slot: Slot, { start, end, purpose }: SlotAction & { type: 'update' }) => ({
  id: slot.id,
  start: start ?? slot.start,
  end: end ?? slot.end,
  purpose: purpose ?? slot.purpose,
})

function whyNotExistingSlots({ actor, actions, slots, now }: SlotChanges): ErrorCode | null {
  const known = new Map(slots.filter((slot) => !slot.deleted).map((slot) => [slot.id, slot]))
  const named = actions.filter(isForExistingSlot)
  if (!named.every(({ id }) => known.has(id))) return 'slot-not-found'
  if (!named.every(({ id }) => known.get(id)?.userId === actor.id)) return 'forbidden'
  const isFuture = ({ id }: ExistingSlotAction) => (known.get(id)?.start ?? now) > now
  if (!named.filter(isUpdate).every(isFuture)) return 'slot-not-found'
  return new Set(named.map(({ id }) => id)).size === named.length ? null : 'bad-request'
}

const resultOf = ({ actions, slots }: SlotChanges) => {
  const byId = new Map(slots.map((slot) => [slot.id, slot]))
  return {
    inserts: actions.filter(isCreate).map(({ start, end, purpose }) => ({ start, end, purpose })),
    updates: actions.filter(isUpdate).flatMap((action) => {
      const slot = byId.get(action.id)
      return slot ? [updated(slot, action)] : []
    }),
    deletions: actions.flatMap((action) => (action.type === 'delete' ? [action.id] : [])),
  }
}

function whyNotResult(changes: SlotChanges): ErrorCode | null {
  const { actor, actions, slots, now } = changes
  const { inserts, updates } = resultOf(changes)
  const changed = [...inserts, ...updates]
  if (changed.some((slot) => whyNotSlotTime(slot, now))) return 'bad-request'
  const allowed = allowedPurposes(actor.role)
  const isAllowed = (action: SlotAction) =>
    action.type === 'delete' || action.purpose === undefined || allowed.includes(action.purpose)
  if (!actions.every(isAllowed)) return 'forbidden'
  const touched = new Set(actions.filter(isForExistingSlot).map(({ id }) => id))
  const isKept = (slot: Slot) => slot.userId === actor.id && !slot.deleted && slot.end > now && !touched.has(slot.id)
  return whyNotDisjoint([...slots.filter(isKept), ...changed])
}

/**
 * Why a tutor cannot make these changes, null when they can: the first refusal in the order of
 * docs/rules/availability.md 2.1. A slot that has started can be deleted but not changed.
 */
export function whyNotChangeable(changes: SlotChanges): ErrorCode | null {
  if (!isTutorSide(changes.actor.role)) return 'forbidden'
  return whyNotExistingSlots(changes) ?? whyNotResult(changes)
}

/**
 * What a list of actions does to a tutor's slots, and which sessions it cancels: those that are open, have not ended,
 * and no longer lie inside a slot. Sessions that have ended are kept, with the tutor's earnings.
 * @throws DomainError the code of `whyNotChangeable`.
 */
export function changeSlots<Session extends SlotSession>(changes: SlotChanges<Session>): ChangedSlots<Session> {
  const refusal = whyNotChangeable(changes)
  if (refusal) throw new DomainError(refusal)
  const { sessions, now } = changes
  const { inserts, updates, deletions } = resultOf(changes)
  const wasBooked = (id: number) => sessions.some(({ slotId }) => slotId === id)
  const newRanges = new Map<number, TimeRange | null>([
    ...updates.map((slot) => [slot.id, slot] as const),
    ...deletions.map((id) => [id, null] as const),
  ])
  const isDisplaced = (session: Session) => {
    const range = newRanges.get(session.slotId)
    return range !== undefined && !(range && contains(range, session))
  }
  return {
    inserts,
    updates,
    deletes: deletions.filter((id) => !wasBooked(id)),
    softDeletes: deletions.filter(wasBooked),
    cancelled: sessions.filter((session) => session.isOpen && session.end > now && isDisplaced(session)),
  }
}
