import type { SlotAction } from '#domain/availability/changes'
import { longestEnd, type SlotValues } from '#domain/availability/slot-times'
import { contains, type Instant, type TimeRange } from '#domain/cairo'

export type SavedSlot = SlotValues & { id: number }
/** A slot as the screen shows it: `key` stays the same while it is edited, `id` is null until it is saved. */
export type ShownSlot = SlotValues & { key: string; id: number | null; state: 'saved' | 'changed' | 'new' }

/** The tutor's unsaved changes. Saved slots stay apart, so that a live update of them does not lose the draft. */
export type Draft = {
  added: readonly (SlotValues & { key: string })[]
  changed: ReadonlyMap<number, { was: SlotValues; is: SlotValues }>
  removed: ReadonlyMap<number, SlotValues>
  nextKey: number
}

export const EMPTY_DRAFT: Draft = { added: [], changed: new Map(), removed: new Map(), nextKey: 1 }

const valuesOf = ({ start, end, purpose }: SlotValues): SlotValues => ({ start, end, purpose })

const isSame = (one: SlotValues, other: SlotValues) =>
  one.start === other.start && one.end === other.end && one.purpose === other.purpose

export function add(draft: Draft, slots: readonly SlotValues[]): Draft {
  const added = slots.map((slot, index) => ({ ...valuesOf(slot), key: `new-${draft.nextKey + index}` }))
  return { ...draft, added: [...draft.added, ...added], nextKey: draft.nextKey + slots.length }
}

const isTouching = (one: SlotValues, other: SlotValues) =>
  one.purpose === other.purpose && (one.end === other.start || one.start === other.end)

/**
 * Adds slots, merging each into an adjacent one if there is one, as the server would (docs/rules/availability.md 1.5). A
 * slot that has begun is not merged: it can only be deleted. Two saved slots that become adjacent are merged only by the
 * server, which knows the sessions of both.
 */
export function addTouching(
  draft: Draft,
  slots: readonly SlotValues[],
  saved: readonly SavedSlot[],
  now: Instant,
): Draft {
  return slots.reduce((grown, slot) => {
    const touching = shownSlots(grown, saved).filter(
      (one) => one.start > now && slot.start > now && isTouching(one, slot) && isDayLong(one, slot),
    )
    const beside = touching.find(({ id }) => id === null) ?? touching[0]
    if (!beside) return add(grown, [slot])
    const joined = {
      ...valuesOf(beside),
      start: Math.min(beside.start, slot.start),
      end: Math.max(beside.end, slot.end),
    }
    // A new slot that has grown may touch a saved one.
    return beside.id === null ? addTouching(remove(grown, beside), [joined], saved, now) : change(grown, beside, joined)
  }, draft)
}

const isDayLong = (one: TimeRange, other: TimeRange) =>
  Math.max(one.end, other.end) <= longestEnd(Math.min(one.start, other.start))

/** A slot moved back to its saved time counts as unchanged. */
export function change(draft: Draft, slot: ShownSlot, values: SlotValues): Draft {
  const is = valuesOf(values)
  if (slot.id === null)
    return { ...draft, added: draft.added.map((one) => (one.key === slot.key ? { ...one, ...is } : one)) }
  const was = draft.changed.get(slot.id)?.was ?? valuesOf(slot)
  const changed = new Map(draft.changed)
  if (isSame(was, is)) changed.delete(slot.id)
  else changed.set(slot.id, { was, is })
  return { ...draft, changed }
}

export function remove(draft: Draft, slot: ShownSlot): Draft {
  if (slot.id === null) return { ...draft, added: draft.added.filter(({ key }) => key !== slot.key) }
  const was = draft.changed.get(slot.id)?.was ?? valuesOf(slot)
  const changed = new Map(draft.changed)
  changed.delete(slot.id)
  return { ...draft, changed, removed: new Map(draft.removed).set(slot.id, was) }
}

/** The saved slots with the draft applied, earliest first. */
export function shownSlots(draft: Draft, saved: readonly SavedSlot[]): ShownSlot[] {
  const remaining = saved
    .filter(({ id }) => !draft.removed.has(id))
    .map((slot): ShownSlot => {
      const is = draft.changed.get(slot.id)?.is
      return { ...valuesOf(is ?? slot), id: slot.id, key: `slot-${slot.id}`, state: is ? 'changed' : 'saved' }
    })
  const added = draft.added.map((slot): ShownSlot => ({ ...slot, id: null, state: 'new' }))
  // A slot that was moved here from a week that is not loaded.
  const loaded = new Set(saved.map(({ id }) => id))
  const moved = [...draft.changed].flatMap(([id, { is }]): ShownSlot[] =>
    loaded.has(id) ? [] : [{ ...is, id, key: `slot-${id}`, state: 'changed' }],
  )
  return [...remaining, ...moved, ...added].toSorted((one, other) => one.start - other.start)
}

export const changeCount = ({ added, changed, removed }: Draft): number => added.length + changed.size + removed.size

/** The actions that a save sends. */
export const actionsOf = ({ added, changed, removed }: Draft): SlotAction[] => [
  ...[...removed.keys()].map((id) => ({ type: 'delete' as const, id })),
  ...[...changed].map(([id, { is }]) => ({ type: 'update' as const, id, ...is })),
  ...added.map((slot) => ({ type: 'create' as const, ...valuesOf(slot) })),
]

/** The ranges that the draft touches: changed slots at their new time, deleted ones at their old. */
export const touchedRanges = ({ added, changed, removed }: Draft): TimeRange[] => [
  ...added,
  ...[...changed.values()].map(({ is }) => is),
  ...removed.values(),
]

/** Drops changes of slots that were deleted meanwhile: `saved` are all slots of the range `loaded`. */
export function withoutDeleted(draft: Draft, saved: readonly SavedSlot[], loaded: TimeRange): Draft {
  const ids = new Set(saved.map(({ id }) => id))
  const stands = (id: number, was: SlotValues) => ids.has(id) || !contains(loaded, was)
  return {
    ...draft,
    changed: new Map([...draft.changed].filter(([id, { was }]) => stands(id, was))),
    removed: new Map([...draft.removed].filter(([id, was]) => stands(id, was))),
  }
}
