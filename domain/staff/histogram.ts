/**
 * A histogram of durations on a logarithmic scale: the count per bucket (docs/rules/staff.md 7.3). Empty buckets are
 * omitted, so that the histogram of a single call is small. Histograms are merged by addition.
 */
export type Histogram = Record<number, number>

/** Four buckets per doubling: each is about a fifth wider than the previous one. */
const STEPS_PER_DOUBLING = 4
/** The last bucket has no upper bound; it begins at 2^17 ms, over two minutes. */
const LAST_STEP = 17 * STEPS_PER_DOUBLING + 1

/** The bucket of a duration in ms: 0 holds durations up to 1 ms, and invalid values. */
export const stepOf = (ms: number): number =>
  ms > 1 ? Math.min(LAST_STEP, Math.floor(Math.log2(ms) * STEPS_PER_DOUBLING) + 1) : 0

/** The upper bound of a bucket, in ms; for the last one its lower bound. */
export const upperBoundOf = (step: number): number => 2 ** (Math.min(step, LAST_STEP - 1) / STEPS_PER_DOUBLING)

/** Adds every count of `from` to `into`. */
export function addCounts(into: Record<string, number>, from: Readonly<Record<string, number>>): void {
  for (const [key, count] of Object.entries(from)) into[key] = (into[key] ?? 0) + count
}

/**
 * The duration in ms that a `share` (0 to 1) of all durations do not exceed, rounded up to the bound of its bucket; null
 * without any.
 */
export function percentileOf(histogram: Histogram, share: number): number | null {
  const steps = Object.entries(histogram).map(([step, count]) => ({ step: Number(step), count }))
  const total = steps.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  const rank = Math.max(1, Math.ceil(total * share))
  let seen = 0
  for (const { step, count } of steps.sort((one, other) => one.step - other.step)) {
    seen += count
    if (seen >= rank) return upperBoundOf(step)
  }
  return upperBoundOf(LAST_STEP)
}
