import type { SlotAction, SlotValues } from '#domain/availability/changes'
import { contains, type TimeRange } from '#domain/cairo'

export type SavedSlot = SlotValues & { id: number }
/** A slot as the screen shows it: `key` stays the same while it is edited, `id` is null until it is saved. */
export type ShownSlot = SlotValues & { key: string; id: number | null; state: 'saved' | 'changed' | 'new' }

/** What the tutor has done since the last save. Saved slots come from the server, so a live change never undoes it. */
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

/** A slot that is put back where it was counts as unchanged. */
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

/** The saved slots with the draft laid over them, earliest first. */
export function shownSlots(draft: Draft, saved: readonly SavedSlot[]): ShownSlot[] {
  const kept = saved
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
  return [...kept, ...moved, ...added].toSorted((one, other) => one.start - other.start)
}

export const changeCount = ({ added, changed, removed }: Draft): number => added.length + changed.size + removed.size

/** What a save asks for. */
export const actionsOf = ({ added, changed, removed }: Draft): SlotAction[] => [
  ...[...removed.keys()].map((id) => ({ type: 'delete' as const, id })),
  ...[...changed].map(([id, { is }]) => ({ type: 'update' as const, id, ...is })),
  ...added.map((slot) => ({ type: 'create' as const, ...valuesOf(slot) })),
]

/** Where everything lies that the draft touches, as it will be; what goes, where it was. */
export const touchedRanges = ({ added, changed, removed }: Draft): TimeRange[] => [
  ...added,
  ...[...changed.values()].map(({ is }) => is),
  ...removed.values(),
]

/** Forgets changes of slots that somebody has deleted meanwhile: `saved` are all slots of `loaded`. */
export function withoutDeleted(draft: Draft, saved: readonly SavedSlot[], loaded: TimeRange): Draft {
  const ids = new Set(saved.map(({ id }) => id))
  const stands = (id: number, was: SlotValues) => ids.has(id) || !contains(loaded, was)
  return {
    ...draft,
    changed: new Map([...draft.changed].filter(([id, { was }]) => stands(id, was))),
    removed: new Map([...draft.removed].filter(([id, was]) => stands(id, was))),
  }
}
