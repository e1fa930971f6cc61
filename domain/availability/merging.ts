import { longestEnd, type SlotValues } from './slot-times.ts'

/** A slot after the call: `isChanged` by this call, `isInUse` by an open session that has not ended. */
export type MergeableSlot = SlotValues & { isChanged: boolean; isInUse: boolean }

const spanOf = (group: readonly MergeableSlot[]) => ({ start: group[0]?.start ?? 0, end: group.at(-1)?.end ?? 0 })

function joins(group: readonly MergeableSlot[], next: MergeableSlot): boolean {
  const { start, end } = spanOf(group)
  const isAlike = end === next.start && group[0]?.purpose === next.purpose
  const inUse = [...group, next].filter((slot) => slot.isInUse).length
  return isAlike && inUse <= 1 && next.end <= longestEnd(start)
}

/**
 * Groups of at least two slots that merge into one, by time. Slots merge when they touch, have the same purpose and last at
 * most a day together; at least one of them was changed; and at most one is in use, because a session keeps its slot
 * (docs/rules/availability.md 1.5). The slots must not overlap.
 */
export function mergingGroups<Merging extends MergeableSlot>(slots: readonly Merging[]): Merging[][] {
  const groups: Merging[][] = []
  for (const slot of slots.toSorted((one, other) => one.start - other.start)) {
    const last = groups.at(-1)
    if (last && joins(last, slot)) last.push(slot)
    else groups.push([slot])
  }
  return groups.filter((group) => group.length > 1 && group.some(({ isChanged }) => isChanged))
}
