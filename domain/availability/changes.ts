import { contains, type Instant, type TimeRange } from '../cairo.ts'
import { DomainError, type ErrorCode } from '../errors.ts'
import { isTutorManager, isTutorSide, type Role } from '../roles.ts'
import { type MergeableSlot, mergingGroups } from './merging.ts'
import { SlotPurpose } from './purposes.ts'
import { type SlotValues, whyNotDisjoint, whyNotSlotTime } from './slot-times.ts'

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
 * every session of these slots.
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
  /** Sessions to cancel on behalf of the slots' owner. */
  cancelled: Session[]
}

/** Only tutor managers hold interviews and demo sessions (docs/rules/availability.md 1.2). */
export const allowedPurposes = (role: Role): SlotPurpose[] => {
  if (isTutorManager(role)) return Object.values(SlotPurpose)
  return isTutorSide(role) ? [SlotPurpose.General, SlotPurpose.Lesson] : []
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
  const refusal = changed.map((slot) => whyNotSlotTime(slot, now)).find((code) => code !== null)
  if (refusal) return refusal
  const allowed = allowedPurposes(actor.role)
  const isAllowed = (action: SlotAction) =>
    action.type === 'delete' || action.purpose === undefined || allowed.includes(action.purpose)
  if (!actions.every(isAllowed)) return 'forbidden'
  const touched = new Set(actions.filter(isForExistingSlot).map(({ id }) => id))
  const isRemaining = (slot: Slot) =>
    slot.userId === actor.id && !slot.deleted && slot.end > now && !touched.has(slot.id)
  return whyNotDisjoint([...slots.filter(isRemaining), ...changed])
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
 * What a list of actions does to a tutor's slots, and which sessions it cancels: those that are open, have not ended, and
 * no longer lie inside a slot. Sessions that have ended are kept, and so are their earnings.
 * @throws DomainError the code of `whyNotChangeable`.
 */
export function changeSlots<Session extends SlotSession>(changes: SlotChanges<Session>): ChangedSlots<Session> {
  const refusal = whyNotChangeable(changes)
  if (refusal) throw new DomainError(refusal)
  const { sessions, now } = changes
  const { inserts, updates, deletions } = resultOf(changes)
  const newRanges = new Map<number, TimeRange | null>([
    ...updates.map((slot) => [slot.id, slot] as const),
    ...deletions.map((id) => [id, null] as const),
  ])
  const isDisplaced = (session: Session) => {
    const range = newRanges.get(session.slotId)
    return range !== undefined && !(range && contains(range, session))
  }
  const isOpen = (session: Session) => session.isOpen && session.end > now
  const cancelled = sessions.filter((session) => isOpen(session) && isDisplaced(session))
  const remaining = sessions.filter((session) => isOpen(session) && !cancelled.includes(session))
  const merged = mergeTouching(changes, { inserts, updates }, new Set(remaining.map(({ slotId }) => slotId)))
  const removed = [...deletions, ...merged.absorbed]
  const wasBooked = (id: number) => sessions.some(({ slotId }) => slotId === id)
  return {
    inserts: merged.inserts,
    updates: merged.updates,
    deletes: removed.filter((id) => !wasBooked(id)),
    softDeletes: removed.filter(wasBooked),
    cancelled,
  }
}

type Written = { inserts: SlotValues[]; updates: (SlotValues & { id: number })[] }

/**
 * Merges the changed slots with adjacent ones (docs/rules/availability.md 1.5). A slot that has begun is not merged: it can
 * only be deleted, so a later time merged into it could no longer be closed separately.
 */
function mergeTouching(
  { actor, actions, slots, now }: SlotChanges,
  { inserts, updates }: Written,
  inUse: ReadonlySet<number>,
): Written & { absorbed: number[] } {
  const named = new Set(actions.filter(isForExistingSlot).map(({ id }) => id))
  const existing = slots.filter(({ id, userId, deleted }) => userId === actor.id && !deleted && !named.has(id))
  const mergeable = (isChanged: boolean) => (slot: SlotValues & { id?: number }) => ({
    start: slot.start,
    end: slot.end,
    purpose: slot.purpose,
    id: slot.id ?? null,
    isChanged,
    isInUse: slot.id !== undefined && inUse.has(slot.id),
  })
  const all = [...[...inserts, ...updates].map(mergeable(true)), ...existing.map(mergeable(false))]
  const groups = mergingGroups(all.filter(({ start }) => start > now))
  const merged = groups.map(mergedSlot)
  // Slots never overlap, so no two have the same start.
  const isApart = ({ start }: SlotValues) => !groups.flat().some((one) => one.start === start)
  return {
    inserts: [
      ...inserts.filter(isApart),
      ...merged.flatMap(({ id, absorbed: _, ...slot }) => (id === null ? [slot] : [])),
    ],
    updates: [
      ...updates.filter(isApart),
      ...merged.flatMap(({ id, absorbed: _, ...slot }) => (id === null ? [] : [{ ...slot, id }])),
    ],
    absorbed: merged.flatMap(({ absorbed }) => absorbed),
  }
}

/**
 * The slot that results from a group: the one in use keeps its sessions; otherwise it gets the id of the first changed
 * slot, or else of the first stored one.
 */
function mergedSlot(group: readonly (MergeableSlot & { id: number | null })[]) {
  const stored = group.flatMap(({ id, isInUse, isChanged }) => (id === null ? [] : [{ id, isInUse, isChanged }]))
  const survivor = stored.find(({ isInUse }) => isInUse) ?? stored.find(({ isChanged }) => isChanged) ?? stored[0]
  return {
    id: survivor?.id ?? null,
    start: group[0]?.start ?? 0,
    end: group.at(-1)?.end ?? 0,
    purpose: group[0]?.purpose ?? SlotPurpose.General,
    absorbed: stored.flatMap(({ id }) => (id === survivor?.id ? [] : [id])),
  }
}
