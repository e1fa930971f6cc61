type Identified = { id: number }

/**
 * What is on the screen keeps its place while its facts change: the fresh list in the shown order, or null when the
 * list holds other people than those shown and only the reader may let it change.
 */
export function inShownOrder<T extends Identified>(shown: readonly Identified[], fresh: readonly T[]): T[] | null {
  if (shown.length !== fresh.length) return null
  const byId = new Map(fresh.map((item) => [item.id, item]))
  const kept = shown.flatMap(({ id }) => byId.get(id) ?? [])
  return kept.length === shown.length ? kept : null
}

export const isSameOrder = (one: readonly Identified[], other: readonly Identified[]): boolean =>
  one.length === other.length && one.every(({ id }, index) => other[index]?.id === id)
