/** A seeded random generator, so that the demo data is the same everywhere. */
export type Random = {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number
  pick<T>(from: readonly T[]): T
  chance(probability: number): boolean
  shuffled<T>(list: readonly T[]): T[]
  /** Shaped like a version 4 UUID. */
  uuid(): string
}

function hashOf(seed: string): number {
  let hash = 2166136261
  for (const letter of seed) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619)
  return hash >>> 0
}

/** The Mulberry32 generator; it is not suitable for secrets. */
function mulberry(seed: string): () => number {
  let state = hashOf(seed)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export function seeded(seed: string): Random {
  const next = mulberry(seed)
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const pick = <T>(from: readonly T[]): T => {
    if (from.length === 0) throw new Error(`Nothing to pick from (${seed})`)
    return from[int(0, from.length - 1)] as T
  }
  const shuffled = <T>(list: readonly T[]): T[] =>
    list
      .map((item) => ({ item, order: next() }))
      .sort((one, other) => one.order - other.order)
      .map(({ item }) => item)
  const uuid = () =>
    'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (place) =>
      (place === 'x' ? int(0, 15) : int(8, 11)).toString(16),
    )
  return { next, int, pick, chance: (probability) => next() < probability, shuffled, uuid }
}

/**
 * Returns the items in random order, one per call, and shuffles again after the last, so that none repeats before all have
 * been returned.
 */
export function shuffledCycle<T>(random: Random, items: readonly T[]): () => T {
  let left: T[] = []
  return () => {
    if (left.length === 0) left = random.shuffled(items)
    return left.pop() as T
  }
}
