import { useState } from 'react'

type Identified = { id: number }

/** The shown people in their shown order, each with current data. */
export function refreshed<T extends Identified>(shown: readonly T[], fresh: readonly T[]): T[] {
  const byId = new Map(fresh.map((item) => [item.id, item]))
  return shown.map((item) => byId.get(item.id) ?? item)
}

export const isSameOrder = (one: readonly Identified[], other: readonly Identified[]): boolean =>
  one.length === other.length && one.every(({ id }, index) => other[index]?.id === id)

/**
 * A list that does not reorder while it is being used: a live change updates a card immediately, but tutors are added,
 * removed and moved only when the user accepts it (`accept`) or opens another `place`. `fresh` is undefined while the list
 * of that place is loading.
 */
export function useStableOrder<T extends Identified>(fresh: readonly T[] | undefined, place: string) {
  const [shown, setShown] = useState<{ place: string; list: readonly T[] } | null>(null)
  const isHere = shown !== null && shown.place === place && shown.list.length > 0
  const isNews = fresh !== undefined && !isHere && shown?.list !== fresh
  if (isNews) setShown({ place, list: fresh })
  return {
    list: fresh && isHere ? refreshed(shown.list, fresh) : (fresh ?? shown?.list ?? []),
    hasChanged: fresh !== undefined && isHere && !isSameOrder(shown.list, fresh),
    accept: () => fresh && setShown({ place, list: fresh }),
  }
}
